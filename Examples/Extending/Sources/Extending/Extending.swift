import Alcedo
import Foundation

/// Makes a month of moons: `Extending <folder>`.
@main
struct Extending {
    static func main() async throws {
        let folder = CommandLine.arguments.dropFirst().first ?? "Moons"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let pipeline = ImagePipeline(cacheDirectory: ".alcedo")
        let request = ImageRequest(
            geometry: ResizeGeometry(width: 200), processors: [Mosaic(side: 8), .circle()],
            encodings: [ImageEncoding(format: .format(.png))])
        for day in 0..<8 {
            let moon = MoonProvider(phase: Double(day) / 8)
            let image = try await pipeline.retrieve(.provider(moon), request)
            let path = "\(folder)/moon-\(day).png"
            try image.data.write(to: URL(fileURLWithPath: path), options: .atomic)
            print("\(path): \(image.width) × \(image.height), \(image.data.count) bytes, \(image.origin)")
        }
    }
}
