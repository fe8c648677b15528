// One square per dial. Distances are in device pixels and y grows downwards, as in the painters of Qt.
// Phases come reduced to one turn: position times frequency would be far beyond a float's precision.
layout(location = 0) in vec2 centre;   // from the wall's corner, in pixels of the layout
layout(location = 1) in float start;   // phase at position 0
layout(location = 2) in float covered; // turns over the length, at most 1
layout(location = 3) in float marks;   // 1: blurred, 2: has a ghost hand
layout(location = 4) in vec3 phases;   // of hand, gap hand, ghost hand

uniform vec4 place;    // scale and offset from the layout to device pixels
uniform vec2 surface;  // size of the surface
uniform float extent;  // half a side of the square
uniform float soft;    // what softened edges need around it

out vec2 at;                   // from the dial's centre
flat out vec4 ways;            // where hand and gap hand point: x, y each
flat out vec2 ghostWay;
flat out vec4 coverWays;       // where coverage begins and ends
flat out vec2 sweeps;          // of the coverage and of the arc from hand to gap hand, radians
flat out vec2 flags;           // blurred, ghost: 0 or 1
flat out float phase;

const float TURN = 6.283185307179586;

vec2 way(float angle) {
    return vec2(sin(angle), -cos(angle));
}

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    at = corner * (extent + soft);
    vec2 place01 = (centre * place.xy + place.zw + at) / surface;
    gl_Position = vec4(2.0 * place01.x - 1.0, 1.0 - 2.0 * place01.y, 0.0, 1.0);
    ways = vec4(way(phases.x), way(phases.y));
    ghostWay = way(phases.z);
    coverWays = vec4(way(start), way(start + covered * TURN));
    float sweep = phases.y - phases.x;
    sweeps = vec2(covered * TURN, sweep < 0.0 ? sweep + TURN : sweep);
    flags = vec2(mod(marks, 2.0), step(2.0, marks));
    phase = phases.x;
}
