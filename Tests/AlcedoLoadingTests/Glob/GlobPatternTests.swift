import AlcedoLoading
import Testing

@Suite struct GlobPatternTests {
    /// The table of Go's `path/filepath.Match` (match_test.go), with `true` and `false` as published; those that
    /// differ here are in the tests below.
    @Test(arguments: [
        ("abc", "abc", true), ("*", "abc", true), ("*c", "abc", true), ("a*", "a", true), ("a*", "abc", true),
        ("a*", "ab/c", false), ("a*/b", "abc/b", true), ("a*/b", "a/c/b", false),
        ("a*b*c*d*e*/f", "axbxcxdxe/f", true),
        ("a*b*c*d*e*/f", "axbxcxdxexxx/f", true), ("a*b*c*d*e*/f", "axbxcxdxe/xxx/f", false),
        ("a*b*c*d*e*/f", "axbxcxdxexxx/fff", false), ("a*b?c*x", "abxbbxdbxebxczzx", true),
        ("a*b?c*x", "abxbbxdbxebxczzy", false), ("ab[c]", "abc", true), ("ab[b-d]", "abc", true),
        ("ab[e-g]", "abc", false), ("ab[^c]", "abc", false), ("ab[^b-d]", "abc", false),
        ("ab[^e-g]", "abc", true),
        ("a\\*b", "a*b", true), ("a\\*b", "ab", false), ("a?b", "a☺b", true), ("a[^a]b", "a☺b", true),
        ("a???b", "a☺b", false), ("a[^a][^a][^a]b", "a☺b", false), ("[a-ζ]*", "α", true),
        ("*[a-ζ]", "A", false),
        ("a?b", "a/b", false), ("a*b", "a/b", false), ("[\\]a]", "]", true), ("[\\-]", "-", true),
        ("[x\\-]", "x", true), ("[x\\-]", "-", true), ("[x\\-]", "z", false), ("[\\-x]", "x", true),
        ("[\\-x]", "-", true), ("[\\-x]", "a", false), ("*x", "xxx", true),
    ])
    func goesByThePublishedTable(pattern: String, path: String, expected: Bool) throws {
        #expect(try GlobPattern(pattern).matches(path) == expected)
    }

    /// From the manual of gitignore: the three meanings of `**`.
    @Test(arguments: [
        ("**/foo", "foo", true), ("**/foo", "a/b/foo", true), ("**/foo/bar", "x/foo/bar", true),
        ("abc/**", "abc/x", true), ("abc/**", "abc/x/y/z", true), ("abc/**", "abc", false),
        ("a/**/b", "a/b", true),
        ("a/**/b", "a/x/b", true), ("a/**/b", "a/x/y/b", true), ("a/**/b", "ab", false),
        ("a/**/**/b", "a/b", true),
        ("**", "a/b/c", true), ("a**b", "axxb", true), ("a**b", "ax/xb", false),
        ("**/a/**/b/**", "x/a/b/y", true),
        ("**/a/**/b/**", "x/b/a/y", false),
    ])
    func twoStarsStandForFolders(pattern: String, path: String, expected: Bool) throws {
        #expect(try GlobPattern(pattern).matches(path) == expected)
    }

    /// Bash's manual, brace expansion.
    @Test(arguments: [
        ("a{d,c,b}e", "ace", true), ("a{d,c,b}e", "ae", false),
        ("{ucb/{ex,edit},lib/{ex?.?*,how_ex}}", "ucb/edit", true),
        ("{ucb/{ex,edit},lib/{ex?.?*,how_ex}}", "lib/ex3.7", true),
        ("{ucb/{ex,edit},lib/{ex?.?*,how_ex}}", "lib/ex", false),
        ("a{,b}c", "ac", true), ("a{,b}c", "abc", true), ("\\{a,b\\}", "{a,b}", true), ("[{,}]x", ",x", true),
        ("{a,[,]}x", ",x", true), ("p/*.{jpg,png}", "p/a.png", true), ("p/*.{jpg,png}", "p/a.gif", false),
    ])
    func bracesStandForAlternatives(pattern: String, path: String, expected: Bool) throws {
        #expect(try GlobPattern(pattern).matches(path) == expected)
    }

    @Test(arguments: [
        ("p/*.jpg", "p/A.JPG", true), ("p/*.JPG", "p/a.jpg", true), ("P/*.jpg", "p/a.jpg", false),
        ("p/a*.jpg", "p/A.jpg", false), ("*.{jpg,PNG}", "a.Png", true), ("*.[jJ]pg", "a.JPG", true),
        ("*.[p-q]ng", "a.PNG", true), ("a.b.jpg", "a.B.jpg", false), ("a.b.jpg", "a.b.JPG", true),
        ("*", "A", true),
        ("a", "A", false),
    ])
    func onlyTheExtensionIgnoresCase(pattern: String, path: String, expected: Bool) throws {
        #expect(try GlobPattern(pattern).matches(path) == expected)
    }

    @Test(arguments: [
        ("*", ".hidden", false), ("?hidden", ".hidden", false), ("[.]hidden", ".hidden", false),
        (".*", ".hidden", true), ("**/a", ".git/a", false), (".git/a", ".git/a", true),
        ("**", ".git/a", false),
        ("a/**", "a/.git/b", false),
    ])
    func aLeadingDotMustBeWritten(pattern: String, path: String, expected: Bool) throws {
        #expect(try GlobPattern(pattern).matches(path) == expected)
        #expect(try GlobPattern(pattern).matches(path, includingHidden: true))
    }

    @Test func formsOfOneNameAreOneName() throws {
        #expect(try GlobPattern("caf\u{E9}/*.jpg").matches("cafe\u{301}/u\u{308}.jpg"))
        #expect(try GlobPattern("cafe\u{301}/?.jpg").matches("caf\u{E9}/u\u{308}.jpg"))
        #expect(try GlobPattern("[\u{E0}-\u{EF}].jpg").matches("e\u{301}.jpg"))
    }

    @Test(arguments: [
        ("[]a]x", "]x", true), ("[!]a]x", "]x", false), ("[!]a]x", "bx", true), ("[a-]x", "-x", true),
        ("[-a]x", "-x", true), ("[!a-c]", "d", true), ("[!a-c]", "b", false), ("[*]x", "*x", true),
        ("[*]x", "ax", false),
    ])
    func setsFollowPOSIX(pattern: String, path: String, expected: Bool) throws {
        #expect(try GlobPattern(pattern).matches(path) == expected)
    }

    @Test(
        arguments: [
            ("photos/a.jpg", "photos/a.jpg"), ("./photos//a.jpg", "photos/a.jpg"), ("a\\*b.jpg", "a*b.jpg"),
            ("photos/", "photos"), ("*.jpg", nil), ("a.{jpg,png}", nil), ("[a].jpg", nil), ("a/**", nil),
            ("{a}.jpg", "a.jpg"), ("photos/IMG_1.JPG", "photos/IMG_1.JPG"),
        ] as [(String, String?)])
    func aPatternWithoutWildcardsIsAPath(pattern: String, path: String?) throws {
        #expect(try GlobPattern(pattern).literalPath == path)
    }

    @Test func aPathCanBeTakenAsItIs() throws {
        let pattern = try GlobPattern(literal: "a [1]{2},*?\\.jpg")
        #expect(pattern.literalPath == "a [1]{2},*?\\.jpg")
        #expect(throws: GlobPatternError.climbs) { try GlobPattern(literal: "a/../b") }
    }

    @Test(arguments: [
        ("", GlobPatternError.empty), (".", .empty), ("./", .empty), ("/a", .absolute), ("../a", .climbs),
        ("a/..", .climbs), ("a/../b", .climbs), ("{a,..}/b", .climbs),
        ("\u{0}", .invalid("it holds a null character")),
    ])
    func pathsThatLeadOutAreRefused(pattern: String, expected: GlobPatternError) {
        #expect(throws: expected) { try GlobPattern(pattern) }
    }

    @Test(arguments: ["[a", "[]", "[!]", "[a/b]", "{a", "{a,b", "a}", "a\\", "[z-a]", "{a,{b}", "[a\\"])
    func whatIsNotClosedIsRefused(pattern: String) {
        #expect(throws: GlobPatternError.self) { try GlobPattern(pattern) }
    }

    @Test(arguments: [
        (
            "p/*.{jpg, png}",
            "its alternative ' png' begins with a space; write 'png', or '\\ ' for a space in names"
        ),
        (
            "p/*.{jpg ,png}",
            "its alternative 'jpg ' ends with a space; write 'jpg', or '\\ ' for a space in names"
        ),
        (
            "p/*.{ jpg ,png}",
            "its alternative ' jpg ' begins and ends with a space; write 'jpg', or '\\ ' for a space in names"
        ),
        ("{a,{b, c}}", "its alternative ' c' begins with a space; write 'c', or '\\ ' for a space in names"),
        (
            "{a, {b,c}}",
            "its alternative ' {b,c}' begins with a space; write '{b,c}', or '\\ ' for a space in names"
        ),
        (
            "{a\\\\ ,b}",
            "its alternative 'a\\\\ ' ends with a space; write 'a\\\\', or '\\ ' for a space in names"
        ),
        ("{a, }", "its alternative ' ' begins with a space; write '', or '\\ ' for a space in names"),
    ])
    func aSpaceAtTheEdgeOfAnAlternativeIsRefused(pattern: String, reason: String) {
        #expect(throws: GlobPatternError.invalid(reason)) { try GlobPattern(pattern) }
    }

    @Test(arguments: [
        ("my photos/*.{jpg,png}", "my photos/a.png"), ("{my photos,b}/a", "my photos/a"),
        (" a/{b,c} ", " a/b "),
        ("{\\ a,b}", " a"), ("{a\\ ,b}", "a "), ("a, b.jpg", "a, b.jpg"), ("{a,[ ]b}", " b"),
    ])
    func otherSpacesAreThoseOfNames(pattern: String, path: String) throws {
        #expect(try GlobPattern(pattern).matches(path))
    }

    @Test func bracesThatExplodeAreRefused() {
        #expect(throws: GlobPatternError.self) { try GlobPattern(String(repeating: "{a,b}", count: 30)) }
        #expect(throws: GlobPatternError.self) { try GlobPattern(String(repeating: "{", count: 5000)) }
        #expect(throws: GlobPatternError.self) {
            try GlobPattern(String(repeating: "{", count: 5000) + String(repeating: "}", count: 5000))
        }
    }

    @Test func manyStarsDoNotTakeForEver() throws {
        let pattern = try GlobPattern(String(repeating: "*a", count: 40) + "b")
        #expect(!pattern.matches(String(repeating: "a", count: 250)))
        let deep = try GlobPattern(String(repeating: "**/a/", count: 40) + "b")
        #expect(!deep.matches(Array(repeating: "a", count: 200).joined(separator: "/")))
    }
}
