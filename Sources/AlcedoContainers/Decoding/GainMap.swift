package import AlcedoBase
package import AlcedoRecipes

/// Gain maps, with which phones store HDR beside an ordinary picture: Ultra HDR, Adobe's and Apple's, and ISO 21496-1.
package enum GainMap {
    /// The remark on a picture whose gain map no file has, for all of which a build says one sentence.
    package static let remark = "its gain map (Ultra HDR) is left out"

    /// Returns the sentence on all pictures with a gain map; `nil` without one.
    package static func sentence(_ count: Int) -> String? {
        guard count > 0 else { return nil }
        let have = count == 1 ? "1 picture has a gain map" : "\(count) pictures have gain maps"
        return
            "\(have) (Ultra HDR), which the files made from \(count == 1 ? "it" : "them") do not have; 'formats: original' "
            + "with 'verbatim: true' publishes a picture with its gain map"
    }

    /// Names in the metadata of pictures that have a gain map.
    private static let names = [
        "hdrgm:Version", "http://ns.adobe.com/hdr-gain-map/", "urn:iso:std:iso:ts:21496:-1",
        "urn:com:apple:photos:2020:aux:hdrgainmap", "HDRGainMapVersion",
    ].map { Array($0.utf8) }

    package static func remarks(_ data: Data, _ type: ImageType, _ requests: [ImageRequest]) -> [String] {
        let isKept = requests.allSatisfy { $0.encodings.allSatisfy { $0.format == .verbatim } }
        return !isKept && data.withUnsafeBytes { isPresent(in: $0, type) } ? [remark] : []
    }

    static func isPresent(in bytes: UnsafeRawBufferPointer, _ type: ImageType) -> Bool {
        switch type {
        case .jpeg:
            // APP1 has XMP, APP2 the name of ISO 21496-1.
            return JPEGSegments(bytes).prefix { $0.marker != 0xDA }.contains {
                ($0.marker == 0xE1 || $0.marker == 0xE2) && isNamed(in: bytes[$0.body])
            }
        // Properties of items are before the pictures.
        case .heic, .avif: return isNamed(in: bytes.prefix(65_536))
        default: return false
        }
    }

    private static func isNamed(in bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
        names.contains { bytes.firstRange(of: $0) != nil }
    }
}
