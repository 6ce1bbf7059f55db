import Foundation

/// Draws the pictures that are not there yet.
///
///     DrawPictures FOLDER [NAME …]       the local pictures, or those whose path contains one of the names
///     DrawPictures --remote FOLDER       the two pictures of the server
@main struct DrawPictures {
    static func main() {
        var arguments = Array(CommandLine.arguments.dropFirst())
        let isRemote = arguments.first == "--remote"
        if isRemote { arguments.removeFirst() }
        guard let folder = arguments.first, !folder.hasPrefix("-") else {
            complain("usage: DrawPictures [--remote] FOLDER [NAME …]")
            exit(64)
        }
        let names = arguments.dropFirst()
        do {
            for scene in isRemote ? Scene.remote : Scene.local
            where names.isEmpty || names.contains(where: { scene.path.contains($0) }) {
                try draw(scene, into: folder)
            }
        } catch {
            complain("error: \(error)")
            exit(1)
        }
    }

    private static func draw(_ scene: Scene, into folder: String) throws {
        let file = URL(fileURLWithPath: folder).appendingPathComponent(scene.path)
        guard !FileManager.default.fileExists(atPath: file.path) else { return }
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        let clock = ContinuousClock()
        var size = 0
        let time = try clock.measure {
            let data = try PictureFile.encode(scene)
            // All or nothing: what is there is taken for finished.
            try data.write(to: file, options: .atomic)
            size = data.count
        }
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        print(
            "drew \(scene.path)  \(scene.size.width)×\(scene.size.height)  \(size / 1000) kB  "
                + String(format: "%.1f s", seconds))
    }

    private static func complain(_ message: String) {
        FileHandle.standardError.write(Data((message + "\n").utf8))
    }
}
