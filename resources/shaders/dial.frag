// One dial, painted layer upon layer; the share of a pixel that a shape covers comes from its distance.
const int HANDS = 0, DOTS = 1, SQUARES = 2;
const float TURN = 6.283185307179586;

uniform int mode;
uniform int gapOn;
uniform int sineOnly;
uniform float opacity;
uniform float radius;
uniform float rim;       // width of rim and ticks
uniform float ticks;     // how many
uniform vec4 widths;     // of hand, gap hand, arc (0: none), ghost
uniform vec4 tips;       // radii of the dots (0: none): hand, gap hand, hollow dot, axle
uniform float begin;     // where hands begin
uniform vec3 faceInk;
uniform vec3 coverInk;
uniform vec3 rimInk;
uniform vec3 handInk;
uniform vec3 gapInk;
uniform vec3 ghostInk;
uniform sampler2D colours;  // of dots: row 0 by phase, row 1 by sine

in vec2 at;
flat in vec4 ways;
flat in vec2 ghostWay;
flat in vec4 coverWays;
flat in vec2 sweeps;
flat in vec2 flags;
flat in float phase;

out vec4 colour;

vec4 painted = vec4(0.0);

void paint(vec3 ink, float share) {
    painted = painted * (1.0 - share) + vec4(ink, 1.0) * share;
}

// The share of a pixel's square on the near side of a straight edge, exactly: `depth` is how far its middle
// is beyond the edge, `normal` the unit vector across it.
float within(float depth, vec2 normal) {
    vec2 n = abs(normal);
    float longer = max(n.x, n.y), shorter = max(min(n.x, n.y), 1e-4);
    float inner = 0.5 * (longer - shorter), outer = 0.5 * (longer + shorter), far = abs(depth);
    float rest = max(outer - far, 0.0);
    float beyond = far < inner ? 0.5 - far / longer : 0.5 * rest * rest / (longer * shorter);
    return depth < 0.0 ? beyond : 1.0 - beyond;
}

float band(float distance, float width, vec2 normal) {
    return within(distance + 0.5 * width, normal) - within(distance - 0.5 * width, normal);
}

vec2 outward(vec2 p) {
    return p / max(length(p), 1e-6);
}

float disc(vec2 p, float r) {
    return within(r - length(p), outward(p));
}

float ring(vec2 p, float r, float width) {
    return band(length(p) - r, width, outward(p));
}

vec2 clockwise(vec2 way) {
    return vec2(-way.y, way.x);
}

// A stroke with flat ends along a ray from the origin.
float stroke(vec2 p, vec2 way, float from, float to, float width) {
    float along = dot(p, way);
    float inside = max(within(along - from, way) + within(to - along, way) - 1.0, 0.0);
    return inside * band(dot(p, clockwise(way)), width, way);
}

float corner(float one, float other, bool acute) {
    return acute ? max(one + other - 1.0, 0.0) : min(one, other);
}

// What lies clockwise between two rays from the origin.
float wedge(vec2 p, vec4 rays, float sweep) {
    float after = within(dot(p, clockwise(rays.xy)), rays.xy);
    float before = within(-dot(p, clockwise(rays.zw)), rays.zw);
    if (sweep <= 0.5 * TURN) {
        return corner(after, before, sweep < 0.25 * TURN);
    }
    return 1.0 - corner(1.0 - after, 1.0 - before, sweep > 0.75 * TURN);
}

void paintTicks() {
    float n = round(atan(at.x, -at.y) * ticks / TURN);
    float angle = n * TURN / ticks;
    bool quarter = mod(n, ticks / 4.0) == 0.0;
    float inner = radius * (1.0 - (quarter ? LONG_TICK : SHORT_TICK));
    paint(rimInk, stroke(at, vec2(sin(angle), -cos(angle)), inner - 0.5 * rim, radius + 0.5 * rim, rim));
}

void paintBlur() {
    float t = length(at) / radius;
    float density = BLUR_DENSITY[0];
    for (int n = 1; n < BLUR_STOPS; n++) {
        float share = clamp((t - BLUR_AT[n - 1]) / (BLUR_AT[n] - BLUR_AT[n - 1]), 0.0, 1.0);
        density += share * (BLUR_DENSITY[n] - BLUR_DENSITY[n - 1]);
    }
    paint(handInk, density / 255.0 * disc(at, radius));
}

void paintFace() {
    float inside = disc(at, radius - 0.5 * rim);
    paint(rimInk, disc(at, radius + 0.5 * rim));
    paint(faceInk, inside);
    paint(coverInk, inside * (sweeps.x >= TURN ? 1.0 : wedge(at, coverWays, sweeps.x)));
    if (ticks > 0.0) {
        paintTicks();
    }
    if (flags.x > 0.5) {
        paintBlur();
    } else if (tips.w > 0.0) {
        paint(handInk, disc(at, tips.w));
    }
}

void paintDot(vec3 ink, vec2 where, float r) {
    if (r > 0.0) {
        paint(ink, disc(at - where, r));
    }
}

// The thinnest line as Qt draws it: each step along it, across or down, whichever it is nearer to, is shared
// between the two nearest pixels beside it.
float thinLine(vec2 p, vec2 way, float from, float to) {
    bool flatter = abs(way.x) > abs(way.y);
    float step = flatter ? abs(way.x) : abs(way.y);
    float along = flatter ? p.x * sign(way.x) : p.y * sign(way.y);
    float inside = clamp(along - from * step + 0.5, 0.0, 1.0) * clamp(to * step - along + 0.5, 0.0, 1.0);
    return inside * max(1.0 - abs(dot(p, clockwise(way))) / step, 0.0);
}

void paintPointer(vec3 ink, vec2 way, float width, float tip) {
    bool thin = width <= 1.0;
    paint(ink, thin ? thinLine(at, way, begin, radius) : stroke(at, way, begin, radius, width));
    paintDot(ink, way * radius, tip);
}

void paintDashes(vec2 p, vec2 way, float size) {
    bool few = tips.w == 0.0;
    for (int n = 0; n < (few ? FEW_COUNT : DASH_COUNT); n++) {
        vec2 dash = few ? vec2(FEW_FROM[n], FEW_TO[n]) : vec2(DASH_FROM[n], DASH_TO[n]);
        paint(ghostInk, stroke(p, way, dash.x * size, dash.y * size, widths.w));
    }
}

void paintHands() {
    if (flags.y > 0.5) {
        paintDashes(at, ghostWay, radius);
    }
    if (flags.x > 0.5) {
        return;
    }
    if (gapOn == 1) {
        paintPointer(gapInk, ways.zw, widths.y, tips.y);
        if (widths.z > 0.0) {
            paint(gapInk, ring(at, ARC_SHARE * radius, widths.z) * wedge(at, ways, sweeps.y));
        }
    }
    paintPointer(handInk, ways.xy, widths.x, tips.x);
}

// A hand projected on the horizontal axis, in a lane above or below it.
void paintBar(vec3 ink, float lane, float sine, float width, float tip) {
    vec2 p = at - vec2(0.0, lane);
    paint(ink, stroke(p, vec2(sine < 0.0 ? -1.0 : 1.0, 0.0), 0.0, radius * abs(sine), width));
    paintDot(ink, vec2(radius * sine, lane), tip);
}

void paintSines() {
    float lane = LANE * radius;
    if (flags.y > 0.5) {
        paintDashes(at + vec2(0.0, lane), vec2(ghostWay.x < 0.0 ? -1.0 : 1.0, 0.0), radius * abs(ghostWay.x));
    }
    if (flags.x > 0.5) {
        return;
    }
    if (gapOn == 1) {
        paintBar(gapInk, lane, ways.z, widths.y, tips.y);
    }
    paintBar(handInk, 0.0, ways.x, widths.x, tips.x);
    vec2 here = radius * ways.xy, mirrored = here * vec2(1.0, -1.0);
    paintDot(handInk, here, tips.z);
    paintDot(handInk, mirrored, tips.z);
    paintDot(faceInk, here, HOLLOW * tips.z);
    paintDot(faceInk, mirrored, HOLLOW * tips.z);
}

vec3 dotInk(int row) {
    if (flags.x > 0.5) {
        return rimInk;
    }
    float level = row == 1 ? round((sin(phase) + 1.0) * 127.5) : mod(round(phase * 256.0 / TURN), 256.0);
    return texelFetch(colours, ivec2(int(level), row), 0).rgb;
}

void main() {
    if (mode != HANDS) {
        paint(dotInk(sineOnly), mode == DOTS ? disc(at, radius) : 1.0);
    } else {
        paintFace();
        if (sineOnly == 1) {
            paintSines();
        } else {
            paintHands();
        }
    }
    colour = painted * opacity;
}
