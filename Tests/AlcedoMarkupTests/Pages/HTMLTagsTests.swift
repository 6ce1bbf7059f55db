import Testing

@testable import AlcedoMarkup

/// Tags are found as in a browser.
@Suite struct HTMLTagsTests {
    /// The start tags of a page, with their attributes.
    func starts(_ page: String) -> [String] {
        HTMLTags(Array(page.utf8)).compactMap { element in
            guard case .start(let tag) = element else { return nil }
            return ([tag.name] + tag.attributes.map { "\($0.name)=\($0.value)" }).joined(separator: " ")
        }
    }

    @Test(arguments: [
        ("<img src=a.jpg>", ["img src=a.jpg"]),
        ("<IMG SRC='a \"b\".jpg' Alt = \"x\ny\" hidden/>", ["img src=a \"b\".jpg alt=x\ny hidden="]),
        // The slash belongs to a value without quotes.
        ("<img src=a/>", ["img src=a/"]),
        ("<img/src=a>", ["img src=a"]),
        ("<img src=a src=b>", ["img src=a src=b"]),
        ("<img =x src=a>", ["img =x= src=a"]),
        ("<img alt=\"a > b\" src=c>", ["img alt=a > b src=c"]),
        ("<p>1 < 2 <3 <img src=a></p>", ["p", "img src=a"]),
        ("<img src=\"?a=1&amp;b=2&#x26;c&#39;&copy;\">", ["img src=?a=1&b=2&c'©"]),
    ]) func attributesAreReadAsBrowsersDo(_ page: String, _ tags: [String]) {
        #expect(starts(page) == tags)
    }

    @Test(arguments: [
        "<!-- <img src=a> -->", "<!--> --> <!-- <img src=a> --!>", "<!---><!-- <img src=a> -- > -->",
        "<script>'<img src=a>'</script>", "<SCRIPT>if (a</b) '<img src=a>' </scripty> </script >",
        "<style><img src=a></style>", "<textarea><img src=a></textarea>", "<title><img src=a></title>",
        "<!doctype <img src=a", "<?php <img src=a", "</p <img src=a", "<img src=a", "<img src='a>",
        "<svg><![CDATA[<img src=a>]]></svg>",
        "<script><!--\ndocument.write(\"<script src=x></script><img src=a>\")\n--></script>",
        "<script><!-- <img src=a> </scripts> --> <img src=a></script>", "<plaintext></plaintext><img src=a>",
        "<script><img src=a>", "<svg><foreignObject><textarea><img src=a></textarea></foreignObject></svg>",
        "<svg><desc><xmp><img src=a></xmp></desc></svg>", "<svg><p><title><img src=a></title>",
        "<svg></svg><title><img src=a></title>", "<svg><p><![CDATA[<img src=a>]]></p>",
    ]) func textThatIsNotATagIsSkipped(_ page: String) {
        #expect(!starts(page).contains { $0.hasPrefix("img") })
    }

    @Test(arguments: [
        "<script></script><img src=a>", "<!----><img src=a>", "<!-- --!><img src=a>", "<!--><img src=a>",
        "<noscript><img src=a></noscript>", "<template><img src=a></template>", "<?xml?><img src=a>",
        "<title>a</title\n><img src=a>", "<a<b><img src=a>", "<style/></style><img src=a>",
        "<svg><title/></svg><img src=a>", "<![CDATA[><img src=a>]]>", "<svg/><title></title><img src=a>",
        "<script><!-- <script> </script> --></script><img src=a>", "<script><!--></script><img src=a>",
        "<script><!-- </script><img src=a>",
        // In SVG and MathML these are elements without a meaning; HTML within them, and after them, is HTML again.
        "<svg><textarea></svg><img src=a>", "<svg><title><img src=a></title></svg>",
        "<svg><xmp></svg><img src=a>",
        "<svg><iframe></svg><img src=a>", "<svg><plaintext></svg><img src=a>",
        "<math><title></math><img src=a>",
        "<math><mi><svg><textarea></svg></mi></math><img src=a>", "<svg><p><textarea></textarea><img src=a>",
        "<svg><g></title></g><noembed></svg><img src=a>", "<svg><style></style></svg><img src=a>",
    ]) func whatFollowsIsOne(_ page: String) {
        #expect(starts(page).contains("img src=a"))
    }

    @Test(arguments: 0..<20) func whateverComesThereIsAnEnd(_ seed: UInt64) {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        let pieces = [
            "<", ">", "/", "!", "--", "img", " src=", "'", "\"", "<script", "</script>", "&#", "=", "\u{0}",
            "ä",
        ]
        for _ in 0..<200 {
            var page = ""
            for _ in 0..<30 {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                page += pieces[Int(state % UInt64(pieces.count))]
            }
            let bytes = Array(page.utf8)
            for element in HTMLTags(bytes) {
                guard case .start(let tag) = element else { continue }
                #expect(bytes[tag.place.lowerBound] == UInt8(ascii: "<"))
                #expect(bytes[tag.place.upperBound - 1] == UInt8(ascii: ">"))
                #expect(tag.attributes.allSatisfy { tag.place.contains($0.place.lowerBound) })
            }
        }
    }
}
