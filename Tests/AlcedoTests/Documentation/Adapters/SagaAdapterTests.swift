import Alcedo
import AlcedoManifest
import Testing

// The types and functions of Swim, Saga's renderer, that the adapter uses, under their names.

private enum Node: Hashable {
    case raw(String)
    case fragment([Node])

    var html: String {
        switch self {
        case .raw(let html): html
        case .fragment(let nodes): nodes.map(\.html).joined()
        }
    }
}

@resultBuilder private enum NodeBuilder {
    static func buildBlock(_ nodes: Node...) -> Node { .fragment(nodes) }
}

private func article(@NodeBuilder _ content: () -> Node) -> Node {
    .fragment([.raw("<article>"), content(), .raw("</article>")])
}

// MARK: Adapter

private func picture(_ variant: CatalogVariant, sizes: String? = nil) -> Node {
    .raw(variant.required.picture(sizes: sizes))
}

// MARK: Test

@Suite struct SagaAdapterTests {
    @Test func aPageOfSagaHasAPicture() throws {
        let folder = try TemporaryFolder()
        let (bird, html) = try AdapterIndex.bird(in: folder)
        let page = article { picture(bird, sizes: "100vw") }
        #expect(page.html == "<article>\(html)</article>")
        try AdapterIndex.expectInDocument(#filePath)
    }
}
