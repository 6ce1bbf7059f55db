import AlcedoBase
import AlcedoRecipes
import Foundation
import Testing

@testable import AlcedoManifest

/// Drawings in the place of pictures that cannot be had.
@Suite struct FallbackTests {
    private func drawing(
        _ fallback: SourceEntry.Fallback, id: String, title: String? = nil
    ) async throws -> String {
        let origin = try #require(fallback.drawing(id: id, title: title))
        return String(decoding: try await origin.data(), as: UTF8.self)
    }

    @Test(arguments: [
        ("x.jpg", "Ada Lovelace" as String?, ">AL<"), ("x.jpg", "Ada, the first programmer", ">AT<"),
        ("people/grace-hopper.jpg", nil, ">GH<"), ("people/grace_hopper.b.jpg", "", ">GH<"),
        ("a/42.png", nil, ">4<"), ("x.jpg", "ärger über", ">ÄÜ<"), ("x.jpg", "王小明", ">王<"),
        ("x.jpg", "O'Neill & Sons", ">OS<"), ("x.jpg", "<b> \"q\"", ">BQ<"),
    ])
    func initialsAreThoseOfTheWords(id: String, title: String?, letters: String) async throws {
        let svg = try await drawing(.initials, id: id, title: title)
        #expect(svg.contains(letters))
    }

    @Test func withoutWordsThereAreNoLetters() async throws {
        #expect(try await !drawing(.initials, id: "a/-.jpg", title: "…").contains("<text"))
    }

    /// White letters of this size need a contrast of 3 (WCAG 2.2, 1.4.3).
    @Test func lettersCanBeRead() async throws {
        var colors: Set<String> = []
        for number in 0..<200 {
            let svg = try await drawing(.initials, id: "\(number).jpg")
            let rgb = try #require(svg.firstMatch(of: /rgb\((\d+),(\d+),(\d+)\)/))
            colors.insert(String(rgb.0))
            func linear(_ text: Substring) throws -> Double {
                let value = try #require(Double(text)) / 255
                return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
            }
            let luminance =
                try 0.2126 * linear(rgb.1) + 0.7152 * linear(rgb.2) + 0.0722 * linear(rgb.3)
            #expect(1.05 / (luminance + 0.05) >= 3, "\(rgb.0)")
        }
        #expect(colors.count > 100)
        #expect(try await drawing(.initials, id: "a.jpg") == drawing(.initials, id: "a.jpg"))
    }

    @Test func aColorIsPlain() async throws {
        let svg = try await drawing(.color(SRGBColor(red: 1, green: 2, blue: 3)), id: "a.jpg", title: "Ada")
        #expect(svg.contains("fill='rgb(1,2,3)'/>") && !svg.contains("<text"))
        let clear = try #require(
            SourceEntry.Fallback.color(try SRGBColor(css: "#ff000033")).drawing(id: "a", title: nil))
        #expect(
            String(decoding: try await clear.data(), as: UTF8.self).contains(
                "fill='rgb(255,0,0)' fill-opacity='0.2'/>"))
        #expect(clear.isOpaque == false)
    }
}
