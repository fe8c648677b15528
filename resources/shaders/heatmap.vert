// A rectangle given in device pixels, y downwards, as two triangles.
uniform vec4 place;    // left, top, right, bottom
uniform vec2 surface;  // size of the surface

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    vec2 at = mix(place.xy, place.zw, corner) / surface;
    gl_Position = vec4(2.0 * at.x - 1.0, 1.0 - 2.0 * at.y, 0.0, 1.0);
}
