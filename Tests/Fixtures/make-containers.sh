#!/bin/sh
# Prints Tests/AlcedoImagingTests/Serializers/ContainerFixtures.swift: small files with everything in them that a
# container cleaner has to find. Needs libvips's command-line tools and exiftool
# (apt-get install libvips-tools libimage-exiftool-perl); made with libvips 8.14.1 and exiftool 12.57.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# A picture of 16 × 11 with a gradient, one with alpha, one in CMYK, one with a palette, one with two frames.
vips xyz xy.v 16 11
vips linear xy.v rg.v "9 14" "80 60" --uchar
vips extract_band rg.v b.v 0
vips bandjoin "rg.v b.v" rgb3.v
vips copy rgb3.v rgb.v --interpretation srgb
vips extract_band rg.v a.v 1
vips bandjoin "rgb.v a.v" rgba.v
vips black black.v 16 11
vips bandjoin "rgb.v black.v" cmyk4.v
vips copy cmyk4.v cmyk.v --interpretation cmyk
vips invert rgb.v other.v
vips join rgb.v other.v two.v vertical

tags() {
    exiftool -q -q -overwrite_original -api Compact=NoPadding -Copyright='Ada Example' -Make=Alcedo -GPSLatitude=51.5 -GPSLatitudeRef=N \
        -GPSLongitude=0.1 -GPSLongitudeRef=W -XMP-dc:Title=Title "$@"
}

vips copy rgb.v 'placeholder.webp[strip,Q=30]'
vips copy rgb.v 'opaque.webp[Q=50,profile=p3]'
vips copy rgba.v 'alpha.webp[Q=50]'
vips copy rgba.v 'lossless.webp[lossless]'
tags opaque.webp alpha.webp
vips copy two.v 'animated.webp[Q=30,page-height=11]'
vips copy two.v 'animated.gif[page-height=11,bitdepth=3]'
exiftool -q -q -overwrite_original -api Compact=NoPadding -Comment='made here' -XMP-dc:Title=Title animated.gif
vips copy rgb.v 'photo.jpg[Q=40,profile=p3]'
tags -Comment='made here' -IPTC:Credit=Credit photo.jpg
vips copy rgb.v 'progressive.jpg[Q=40,strip,interlace,restart-interval=1]'
vips copy cmyk.v 'cmyk.jpg[Q=40]'
vips copy rgba.v 'alpha.png[profile=p3]'
tags -PNG:Comment='made here' -PNG:ModifyDate='2024:05:01 09:30:00' alpha.png
vips copy rgba.v 'palette.png[palette,bitdepth=2]'

echo '// Printed by Tests/Fixtures/make-containers.sh; do not edit.'
echo 'import Foundation'
echo
echo 'enum ContainerFixtures {'
for file in placeholder.webp opaque.webp alpha.webp lossless.webp animated.webp animated.gif photo.jpg progressive.jpg \
    cmyk.jpg alpha.png palette.png; do
    name=$(echo "$file" | awk -F. '{ print $1 toupper(substr($2, 1, 1)) substr($2, 2) }')
    echo "    /// $file, $(wc -c <"$file") bytes."
    echo "    static let $name = data("
    echo '        """'
    base64 -w 100 "$file" | sed 's/^/        /'
    echo '        """)'
    echo
done
cat <<'SWIFT'
    private static func data(_ text: String) -> Data {
        Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data()
    }
}
SWIFT
