import AlcedoIndex
import Foundation
import Hummingbird

/// Serves a page with pictures, and the pictures from its own bundle.
@main
struct Server {
    static func main() async throws {
        let port = ProcessInfo.processInfo.environment["PORT"].flatMap { Int($0) } ?? 8080
        // Made once, so that problems with pictures appear before the first request.
        let page = try Self.page()

        let router = Router()
        // The names of the files come from their content, so that they may be kept for ever.
        router.add(
            middleware: FileMiddleware(
                Images.catalog.folder.path, urlBasePath: "/images",
                cacheControl: .init([
                    (MediaType(type: .image), [.public, .maxAge(31_536_000), .immutable])
                ])))
        router.get("/") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: page)))
        }
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)))
        try await application.runService()
    }

    /// A misspelt picture or variant is an error of the compiler here.
    static func page() throws -> String {
        let hours = [Images.dawn, Images.noon, Images.dusk, Images.night]
        let badges = try hours.map { try $0.badge.picture(options: .init(imageClass: "badge")) }
        let rest = try hours.dropFirst().map { try $0.wide.picture() }
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Four hours</title>
            <style>
            :root { color-scheme: light dark; font: 1.1rem/1.5 system-ui, sans-serif }
            body { max-width: 56rem; margin: 0 auto; padding: 1rem }
            img { max-width: 100%; height: auto; background-size: cover; border-radius: .5rem }
            .badge { width: 3rem; border-radius: 50% }
            </style>
            </head>
            <body>
            <h1>Four hours</h1>
            <p>\(badges.joined(separator: " "))</p>
            \(try Images.dawn.wide.picture(options: .first))
            \(rest.joined(separator: "\n"))
            </body>
            </html>

            """
    }
}
