import AlcedoIndex
import Foundation

/// Makes the gallery's page from `index.json` and a template: what a site generator would do.
///
///     MakePage INDEX TEMPLATE-FOLDER OUTPUT-FOLDER
@main struct MakePage {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 3 else {
            fail("usage: MakePage INDEX TEMPLATE-FOLDER OUTPUT-FOLDER", status: 64)
        }
        let paths = Array(arguments)
        do {
            let index = try ImageIndex(contentsOf: paths[0])
            let page = try GalleryPage(template: Template(folder: paths[1])).html(for: index)
            try write(Data(page.utf8), to: paths[2] + "/index.html")
            try write(
                Data(contentsOf: URL(fileURLWithPath: paths[1] + "/gallery.css")),
                to: paths[2] + "/gallery.css")
            let location = URL(fileURLWithPath: paths[2] + "/index.html").standardizedFileURL.path
            print("\(index.order.count) pictures are shown in \(location)")
        } catch {
            fail("error: \(error)", status: 1)
        }
    }

    /// Leaves a file alone that is already as it should be, so that a server's caches stay good.
    private static func write(_ data: Data, to path: String) throws {
        let url = URL(fileURLWithPath: path)
        if FileManager.default.fileExists(atPath: path), try Data(contentsOf: url) == data { return }
        try data.write(to: url, options: .atomic)
    }

    private static func fail(_ message: String, status: Int32) -> Never {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(status)
    }
}
