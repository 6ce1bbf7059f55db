import AlcedoBase
import AlcedoContainers
package import AlcedoRecipes
import CVipsShims

/// What the libraries of this machine can read and write, found by letting an engine do it.
package struct FormatCheck: Sendable {
    /// One format.
    package struct Format: Sendable {
        package var name: String
        /// Why a file of this format cannot be read; `nil` if it can.
        package var readingFault: String?
        /// Whether Alcedo writes the format at all.
        package var isOutput: Bool
        /// Why a file of this format cannot be written; `nil` if it can.
        package var writingFault: String?
        /// The time it takes to write a megapixel, in seconds, at the default effort on one core.
        package var seconds: Double?
    }

    /// Formats that are read, in the order of ``ImageType/supported``.
    package var formats: [Format]
    /// The libraries that this process has loaded for them, by the names of their files.
    package var libraries: [String]

    /// The version of libvips.
    package static var libraryVersion: String { EngineIdentity.libraryVersion }

    /// Reads and writes a picture in every format.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError/library(reason:)`` if the libraries or a worker cannot be started, `CancellationError`.
    package static func run(on engine: any ImageEngine) async throws -> FormatCheck {
        _ = try engine.identity()
        let picture = try megapixel()
        var formats: [Format] = []
        for type in ImageType.supported {
            var format = Format(name: type.rawValue, isOutput: false)
            var sample = samples[type]
            if let output = OutputFormat.allCases.first(where: { $0.rawValue == type.rawValue }) {
                format.isOutput = true
                let start = ContinuousClock.now
                (sample, format.writingFault) = try await made(output, of: picture, by: engine)
                format.seconds = sample == nil ? nil : (ContinuousClock.now - start) / .seconds(1)
            }
            if let sample { format.readingFault = try await made(.png, of: sample, by: engine).fault }
            formats.append(format)
        }
        return FormatCheck(formats: formats, libraries: loadedLibraries())
    }

    private static func made(
        _ format: OutputFormat, of data: Data, by engine: any ImageEngine
    ) async throws -> (data: Data?, fault: String?) {
        let request = ImageRequest(encodings: [ImageEncoding(format: .format(format))])
        do {
            let result = try await engine.run(ImageJob(data: data, requests: [request]))
            if let failure = result.failures.first?.value { return (nil, failure.reason) }
            return (result.outputs.first?.value.data, nil)
        } catch let error as ImagingError {
            return (nil, error.reason)
        }
    }

    /// A PNG of 1000 × 1000 pixels with slopes and edges, which takes about as long as a photograph.
    private static func megapixel() throws -> Data {
        try Vips.start()
        let side = 1000
        var pixels = Data(capacity: side * side * 3)
        var noise: UInt32 = 1
        for y in 0..<side {
            for x in 0..<side {
                noise = noise &* 1_664_525 &+ 1_013_904_223
                let grain = Int(noise >> 29)
                pixels.append(UInt8(clamping: x / 5 + grain))
                pixels.append(UInt8(clamping: (x / 50 % 2 == y / 50 % 2 ? 180 : 60) + grain))
                pixels.append(UInt8(clamping: y / 5 + grain))
            }
        }
        return try PixelImage(pixels: pixels, size: PixelSize(width: side, height: side), layout: .rgb8)
            .encoded(as: .png)
    }

    /// Files of the formats that are only read.
    private static let samples: [ImageType: Data] = [
        .svg: Data(
            "<svg xmlns='http://www.w3.org/2000/svg' width='16' height='16'><rect width='9' height='9'/></svg>"
                .utf8),
        .pdf: Data(
            ("%PDF-1.1\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj "
                + "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>\n").utf8
        ),
        .tiff: tiff, .heic: Data(base64Encoded: heic) ?? Data(), .jp2: Data(base64Encoded: jp2) ?? Data(),
        .bmp: Data(base64Encoded: bmp) ?? Data(),
    ]

    /// A gray TIFF of 16 × 16 pixels without compression (TIFF 6.0, section 4).
    private static var tiff: Data {
        let entries: [(tag: UInt16, value: UInt16)] = [
            (256, 16), (257, 16), (258, 8), (259, 1), (262, 1), (273, 122), (277, 1), (278, 16), (279, 256),
        ]
        var bytes: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, UInt8(entries.count), 0]
        for (tag, value) in entries {
            for number in [tag, 3, 1, 0, value, 0] { bytes += [UInt8(number & 0xFF), UInt8(number >> 8)] }
        }
        return Data(bytes + [UInt8](repeating: 0, count: 4) + (0..<256).map { UInt8($0) })
    }

    // 8 × 8 pixels of a slope, by OpenJPEG.
    private static let jp2 =
        "AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAACAAAAAgAAQ8HAAAAAAAPY29scgEAAAAA"
        + "ABEAAACpanAyY/9P/1EAKQAAAAAACAAAAAgAAAAAAAAAAAAAAgAAAAIAAAAAAAAAAAAAAQ8BAf9SAA0BAgABAAAEBAAAiP9cAAVC"
        + "gAD/ZAAlAAFDcmVhdGVkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjD/kAAKAAAAAAA1AAH/k99KQBKOLM+H+Q6zZEp44GfsMo3G"
        + "zIGR1CuhJZI8ml8O5W8/exQACv/Z"

    // One pixel of 24 bits.
    private static let bmp =
        "Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAD/AA=="

    // 16 × 16 pixels of one colour, by libheif and x265.
    private static let heic =
        "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAeNtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA"
        + "AA5waXRtAAAAAAACAAAAEGlkYXQAAAAAABAAEAAAAExpbG9jAQAAAERAAAMAAQAAAAAAAAIHAAEAAAAAAAAAIwACAAEAAAAAAAAA"
        + "AQAAAAAAAAAIAAMAAAAAAAACKgABAAAAAAAAAL4AAABNaWluZgAAAAAAAwAAABVpbmZlAgAAAQABAABodmMxAAAAABVpbmZlAgAA"
        + "AAACAABncmlkAAAAABVpbmZlAgAAAQADAABFeGlmAAAAANdpcHJwAAAAtWlwY28AAAB1aHZjQwEECAAAAAAAAAAAAB7wAPz9/PwA"
        + "AA8DIAABABdAAQwB//8ECAAAAwCZuAAAAwAAHroCQCEAAQAqQgEBBAgAAAMAmbgAAAMAAB6gIIEEUpbqrprm4EBAwIAAAAMAgAAA"
        + "AwCEIgABAAZEAcFzwYkAAAAUaXNwZQAAAAAAAABAAAAAQAAAABRpc3BlAAAAAAAAABAAAAAQAAAAEHBpeGkAAAAAAwwMDAAAABpp"
        + "cG1hAAAAAAAAAAIAAQKBAgACAgOEAAAAKGlyZWYAAAAAAAAADmRpbWcAAgABAAEAAAAOY2RzYwADAAEAAgAAAOltZGF0AAAAHygB"
        + "rxkhKQ7uJB720/ctanBZCqen5Mngmf4yl46HIJgAAAAGRXhpZgAASUkqAAgAAAAGABIBAwABAAAAAQAAABoBBQABAAAAVgAAABsB"
        + "BQABAAAAXgAAACgBAwABAAAAAgAAABMCAwABAAAAAQAAAGmHBAABAAAAZgAAAAAAAAA4YwAA6AMAADhjAADoAwAABgAAkAcABAAA"
        + "ADAyMTABkQcABAAAAAECAwAAoAcABAAAADAxMDABoAMAAQAAAP//AAACoAQAAQAAABAAAAADoAQAAQAAABAAAAAAAAAA"
}

extension FormatCheck {
    /// Names of libraries that decode, encode or compute, besides those of the output formats.
    private static let others = [
        "libvips.", "libvips-cpp.", "libglib-2.0", "libexif", "libyaml", "libcurl", "libcrypto", "librsvg",
        "libtiff",
        "liblcms2", "libopenjp2", "libx265", "libcgif", "libnsgif",
    ]

    /// Returns the file names of the libraries that are in this process's memory.
    private static func loadedLibraries() -> [String] {
        #if os(Linux)
            do {
                let text = String(
                    decoding: try FileSystem.readBeginning(of: "/proc/self/maps", count: 1 << 20),
                    as: UTF8.self)
                let names = text.split(separator: "\n").compactMap { line in
                    line.split(separator: "/").last.map(String.init)
                }
                let wanted = others + OutputFormat.allCases.flatMap(\.traits.libraries)
                return Set(names).filter { name in
                    name.contains(".so") && wanted.contains { name.hasPrefix($0) }
                }.sorted()
            } catch {
                return []
            }
        #else
            return []
        #endif
    }
}
