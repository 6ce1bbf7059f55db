import Alcedo
import AlcedoManifest
import AlcedoSitePages
import Foundation
import Testing

// The types and functions of Publish that the adapter uses, under their names.

private protocol Website {}

private struct Folder {
    var path: String
}

private struct PublishingContext<Site: Website> {
    var root: String

    func folder(at path: String) throws -> Folder { Folder(path: root + "/" + path + "/") }
}

private struct PublishingStep<Site: Website> {
    typealias Closure = (inout PublishingContext<Site>) throws -> Void

    var name: String
    var body: Closure

    static func step(named name: String, body: @escaping Closure) -> Self {
        PublishingStep(name: name, body: body)
    }
}

// MARK: Adapter

extension PublishingStep {
    fileprivate static func showPictures(variant: String? = nil) -> Self {
        .step(named: "Show pictures") { context in
            let output = try context.folder(at: "Output").path
            let index = try ImageIndex(contentsOf: output + "images/index.json")
            let result = try SitePages(folder: output).show(index, variant: variant)
            for warning in result.warnings { print(warning) }
            if let nothing = result.reasonForNothing(of: index), nothing.severity == .error { throw nothing }
        }
    }
}

// MARK: Test

private struct Blog: Website {}

@Suite struct PublishStepAdapterTests {
    @Test func aStepOfPublishPutsPicturesIntoPages() throws {
        let folder = try TemporaryFolder()
        let (_, html) = try AdapterIndex.bird(in: folder)
        try folder.write(
            String(contentsOfFile: folder.path + "/images/index.json", encoding: .utf8),
            to: "Output/images/index.json")
        try folder.write("a file", to: "Output/images/bird.jpg")
        try folder.write("<p><img src=\"/bird.jpg\" loading=lazy></p>", to: "Output/index.html")
        var context = PublishingContext<Blog>(root: folder.path)
        let step = PublishingStep<Blog>.showPictures(variant: "hero")
        try step.body(&context)
        let page = try String(contentsOfFile: folder.path + "/Output/index.html", encoding: .utf8)
        #expect(page.hasPrefix("<p>" + html.prefix(40)) && page.hasSuffix("</picture></p>"))
        try folder.write("<img src=/none.jpg>", to: "Output/index.html")
        #expect(throws: Diagnostic.self) { try step.body(&context) }
        try AdapterIndex.expectInDocument(#filePath)
    }
}
