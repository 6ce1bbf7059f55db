import Foundation
import Testing

@testable import AlcedoLoading

@Suite struct HTTPDateTests {
    // As `date -u -d @… '+%a, %d %b %Y %H:%M:%S GMT'` prints them.
    @Test(arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
        (68_169_600, "Tue, 29 Feb 1972 00:00:00 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
        (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 GMT"), (2_147_483_648, "Tue, 19 Jan 2038 03:14:08 GMT"),
        (4_102_444_799, "Thu, 31 Dec 2099 23:59:59 GMT"), (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
    ])
    func datesOfServersAreRead(_ seconds: Int, _ text: String) {
        #expect(HTTPDate.date(text) == Date(timeIntervalSince1970: Double(seconds)))
        #expect(HTTPDate.date(" \(text) ") == Date(timeIntervalSince1970: Double(seconds)))
    }

    // RFC 9110, 5.6.7 gives one moment in three forms.
    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
    func allThreeFormsAreRead(_ text: String) {
        #expect(HTTPDate.date(text) == Date(timeIntervalSince1970: 784_111_777))
    }

    @Test(arguments: [
        "", "0", "-1", "soon", "Thu, 29 Feb 2023 00:00:00 GMT", "Thu, 32 Jan 2023 00:00:00 GMT",
        "Thu, 00 Jan 2023 00:00:00 GMT", "Thu, 01 Jan 2023 24:00:00 GMT", "Thu, 01 Jan 2023 00:60:00 GMT",
        "Thu, 01 Foo 2023 00:00:00 GMT", "Thu, 01 Jan 2023 00:00:00", "Thu, 1 Jan 2023 00:00:0x GMT",
        "Thu, 29 Feb 1900 00:00:00 GMT",
    ])
    func invalidDatesAreNil(_ text: String) {
        #expect(HTTPDate.date(text) == nil)
    }
}
