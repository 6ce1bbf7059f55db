import AlcedoImaging
import Foundation

/// The folder of real pictures beside the package, or where `ALCEDO_CORPUS` says.
enum Corpus {
    static let folder: String? = {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let beside = package.deletingLastPathComponent().appendingPathComponent("shared/corpus").path
        let path = ProcessInfo.processInfo.environment["ALCEDO_CORPUS"] ?? beside
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }()

    static func read(_ file: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: (folder ?? "") + "/" + file))
    }

    static func files(in directory: String) throws -> [String] {
        let path = (folder ?? "") + "/" + directory
        return try FileManager.default.contentsOfDirectory(atPath: path).sorted().compactMap { name in
            var isDirectory: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isDirectory)
            return isDirectory.boolValue ? nil : directory + "/" + name
        }
    }
}

extension ImageRequest {
    /// At most 100 pixels across, in the classic format and WebP.
    static func small(_ width: Int = 100) -> ImageRequest {
        ImageRequest(
            geometry: ResizeGeometry(width: width),
            encodings: [ImageEncoding(format: .auto), ImageEncoding(format: .format(.webp))])
    }
}
