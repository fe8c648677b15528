// One level per device pixel, coloured by a table: 256 levels across, one row per strength, and all rows
// once more in the greyer colours of what lies outside the encoding's table.
uniform sampler2D levels;
uniform sampler2D strengths;
uniform sampler2D colours;
uniform int faded;     // whether strengths choose the table's row
uniform vec2 table;    // rows of pixels between which the encoding's table is seen
uniform float opacity;
uniform vec4 place;
uniform vec2 surface;
out vec4 colour;

int byteAt(sampler2D picture, ivec2 at) {
    return int(texelFetch(picture, at, 0).r * 255.0 + 0.5);
}

void main() {
    ivec2 at = ivec2(floor(vec2(gl_FragCoord.x, surface.y - gl_FragCoord.y) - place.xy));
    int row = faded == 1 ? byteAt(strengths, at) : 0;
    if (float(at.y) < table.x || float(at.y) >= table.y) {
        row += textureSize(colours, 0).y / 2;
    }
    colour = texelFetch(colours, ivec2(byteAt(levels, at), row), 0) * opacity;
}
