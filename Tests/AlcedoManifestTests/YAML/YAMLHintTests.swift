import AlcedoBase
import AlcedoLoading
import AlcedoRecipes
import Foundation
import Testing

@testable import AlcedoManifest

/// Corrections for invalid YAML.
@Suite struct YAMLHintTests {
    private func message(_ text: String) throws -> String {
        let error = #expect(throws: (any Error).self) { _ = try YAMLParser.parse(Data(text.utf8), file: "f") }
        return try #require(error.map(String.init(describing:)))
    }

    @Test(arguments: [
        ("path: *.jpg", "text that begins with '*' needs quotes: path: \"*.jpg\""),
        ("- path: **/*.jpg", "path: \"**/*.jpg\""),
        ("- *.jpg\n- b", "text that begins with '*' needs quotes: \"*.jpg\""),
        ("path: *photos", "path: \"*photos\""), ("path: @photos/a.jpg", "path: \"@photos/a.jpg\""),
        ("alt: %d", "alt: \"%d\""),
        ("alt: Title: a thing", "text with a colon needs quotes: alt: \"Title: a thing\""),
        ("a: width: 10", "a mapping needs braces: a: { width: 10 }"),
        ("alt: {meta.title} by x", "alt: \"{meta.title} by x\""),
        ("alt: {meta.title}: {meta.description}", "alt: \"{meta.title}: {meta.description}\""),
        ("path: {photos,pics}/*.jpg", "path: \"{photos,pics}/*.jpg\""),
        ("path: [a]/*.jpg", "path: \"[a]/*.jpg\""),
        ("a: { width: 1, name: {name}.{ext} }", "name: \"{name}.{ext}\""),
        ("a: { path: *.jpg }", "path: \"*.jpg\""),
        ("- path: a\n  alt: 'it's'", "alt: \"it's\""), ("- path: a\n  alt: \"a\" b", "alt: '\"a\" b'"),
        ("path: \"C:\\photos\"", "in double quotes '\\' begins an escape"),
        ("a: { b: { c: 1 }\nd: 2", "a '}' is missing in line 1"),
        ("a: [1, 2\nb: 3", "a ']' is missing in line 1"),
        ("a: \"x\nb: 1", "a closing \" is missing in line 1"),
        ("a:\n\tb: 1", "indent with spaces, not with tabs"),
        ("a:\n  b: 1\n \tc: 1", "indent with spaces, not with tabs"),
        ("- path: a\n alt: x", "this key begins in column 2, the key above in column 3"),
        ("a:\n  b: 1\n   c: 2", "this key begins in column 4, the key above in column 3"),
        ("a: { background: #fff }", "write a colour in quotes"),
        ("a: { width: 640 height: 480 }", "a ',' is missing before 'height'"),
        ("a: { b: [c] quality: 80 }", "a ',' is missing before 'quality'"),
        ("a: { b: { c: 1 } d: { c: 2 } }", "a ',' is missing before 'd'"),
        ("a: [ { b: 1 } { b: 2 } ]", "a ',' is missing before '{'"),
        ("a: {\n  width: 640\n  height: 480\n}", "a ',' is missing before 'height'"),
        ("a: { width: 640\nb: 1", "a '}' is missing in line 1"),
        (
            "a: { sizes: (min-width: 60em) 50vw, 100vw, width: 5 }",
            "text with a colon needs quotes: sizes: \"(min-width: 60em) 50vw, 100vw\""
        ),
        ("a: { alt: Title: a thing, width: 5 }", "text with a colon needs quotes: alt: \"Title: a thing\""),
        ("media:\n  (min-width: 60em): a.jpg", "text with a colon needs quotes: \"(min-width: 60em)\": …"),
        ("a: { (min-width: 60em): a.jpg }", "text with a colon needs quotes: \"(min-width: 60em)\": …"),
        ("- path:photos/*.jpg\n  alt: x", "put a space after the colon: '- path: …'"),
        ("- path: a.jpg\n  alt:x\n", "put a space after the colon: 'alt: …'"),
        ("version:1\noutput: out", "put a space after the colon: 'version: …'"),
        ("a:\n  width: 640\n  height:480\n", "put a space after the colon: 'height: …'"),
        ("title: “My: photos”", "YAML reads curly quotes as letters: write title: \"My: photos\""),
    ])
    func whatCannotBeReadHasAdvice(_ text: String, _ advice: String) throws {
        let message = try message(text)
        #expect(message.contains(advice), Comment(rawValue: message))
    }

    /// The advice is right: with it, the line can be read and has the intended meaning.
    @Test(arguments: [
        ("alt: \"Title: a thing\"", "Title: a thing"), ("alt: \"{meta.title} by x\"", "{meta.title} by x"),
        ("alt: '\"a\" b'", "\"a\" b"), ("alt: \"it's\"", "it's"), ("path: \"**/*.jpg\"", "**/*.jpg"),
    ])
    func whatIsAdvisedCanBeRead(_ text: String, _ value: String) throws {
        let (root, _) = try YAMLParser.parse(Data(text.utf8), file: "f")
        #expect(root?.mapping?.first?.value.text == value)
    }

    /// Valid lines are not reported for a mistake on another line.
    @Test(arguments: [
        "a: &base { b: 1 }\nc: *base\n  d: [1", "a: \"x\\ty\"\n b: 1\nc: 2",
        "x: &x 1\na: *x\nb: 1\nd:\n  e: 1\n f: 2", "a: { url: https://example.org/a.jpg\nb: 1",
        "- https://example.org/a.jpg\n b: 1",
    ])
    func linesThatAreRightAreNotBlamed(_ text: String) throws {
        let message = try message(text)
        #expect(
            !message.contains("needs quotes") && !message.contains("escape") && !message.contains("a space"),
            Comment(rawValue: message))
    }

    @Test(arguments: [
        "a: b: c: d", "{", "[", "]", "a: 'x", "- - -: [", "\"", "a: |\n\tx\n b", "%", "? ? ?", "a: {b: [}",
        "}{",
    ])
    func nothingOddEndsTheReader(_ text: String) {
        do {
            _ = try YAMLParser.parse(Data(text.utf8), file: "f")
        } catch {
            #expect(!error.message.contains("\n"))
        }
    }
}
