import AlcedoIndex
import Foundation
import Stencil

/// Makes the pages of a site from templates: `Site index.json templates Public`.
@main
struct Site {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 3 else {
            FileHandle.standardError.write(Data("usage: Site <index.json> <templates> <output>\n".utf8))
            exit(64)
        }
        let paths = arguments.map { URL(fileURLWithPath: $0) }
        let (templates, output) = (paths[1], paths[2])
        let index = try ImageIndex(contentsOf: paths[0].path)
        let environment = Environment(
            loader: FileSystemLoader(paths: [.init(templates.path)]))

        var pictures: [[String: String]] = []
        for (number, (id, image)) in index.entries.enumerated() {
            let name = id.prefix { $0 != "." }.capitalized
            let page = "\(id.prefix { $0 != "." }).html"
            // What is seen first is loaded first; whatever comes below waits until it comes near.
            let options = number == 0 ? PictureOptions.first : PictureOptions()
            pictures.append([
                "name": name, "page": page, "html": try index.picture(id, "card", options: options),
            ])
            let html = try environment.renderTemplate(
                name: "picture.html",
                context: [
                    "name": name, "preload": try index.preload(id, "page"),
                    "html": try index.picture(id, "page", options: .first),
                    "facts": "\(image.source.width) × \(image.source.height) pixels, \(image.source.format)",
                ])
            try Data(html.utf8).write(to: output.appendingPathComponent(page))
        }
        let html = try environment.renderTemplate(
            name: "index.html", context: ["title": "Six landscapes", "pictures": pictures])
        try Data(html.utf8).write(to: output.appendingPathComponent("index.html"))
        try Data(contentsOf: templates.appendingPathComponent("style.css"))
            .write(to: output.appendingPathComponent("style.css"))
        print("\(pictures.count) pictures, \(pictures.count + 1) pages in \(output.path)")
    }
}
