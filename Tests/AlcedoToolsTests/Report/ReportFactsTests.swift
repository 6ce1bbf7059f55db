import AlcedoIndex
import Testing

@testable import AlcedoReport

@Suite struct ReportFactsTests {
    @Test func thePageShowsPlaceholdersOfAllKinds() {
        let kinds = Mirror(reflecting: ImageIndex.Placeholders()).children.compactMap(\.label)
        #expect(kinds.count >= 5)
        let all = ImageIndex.Placeholders(
            text: { $0.hasSuffix("color") ? "#102030" : "x" }, list: { _ in ["#405060"] })
        let items = ReportPage.placeholders(all).split(separator: "<li>").dropFirst()
        #expect(items.count == kinds.count, "\(items)")
    }
}
