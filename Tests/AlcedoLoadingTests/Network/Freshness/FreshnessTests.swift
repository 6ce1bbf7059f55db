import Foundation
import Testing

@testable import AlcedoLoading

// Every expected value is arithmetic on RFC 9111, 4.2 by hand. The moment of RFC 9110's example date, 06 Nov 1994
// 08:49:37 GMT, is 784111777 seconds after 1970.
@Suite struct FreshnessTests {
    static let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    static let moment = Date(timeIntervalSince1970: 784_111_777)

    @Test(
        arguments: [
            (nil, 0), ("max-age=60", 60), ("Max-Age = 60 , public", 60), ("max-age=\"60\"", 60),
            ("private, max-age=60", 60), ("s-maxage=600", 0), ("s-maxage=600, max-age=60", 60),
            ("no-store", 0), ("no-store, max-age=60", 0), ("no-cache, max-age=60", 0),
            ("no-cache=\"Set-Cookie, X\", max-age=60", 0), ("ext=\"max-age=9, no-cache\", max-age=60", 60),
            ("max-age=0, must-revalidate", 0), ("max-age=60, max-age=30", 30), ("max-age", 0),
            ("max-age=soon", 0),
            ("max-age=-1", 0), ("max-age=99999999999999999999", 2_147_483_648),
            ("immutable, max-age=31536000", 31_536_000),
        ] as [(String?, Double)])
    func cacheControlSaysForHowLong(_ field: String?, _ seconds: Double) {
        #expect(ResponseValidators(cacheControl: field).freshnessLifetime == seconds)
    }

    @Test(
        arguments: [
            // A minute and a half later; in the past; no date; older than its own making.
            (Self.date, "Sun, 06 Nov 1994 08:51:07 GMT", 90), (Self.date, "Sun, 06 Nov 1994 08:49:00 GMT", 0),
            (Self.date, "0", 0), (Self.date, "-1", 0), (nil, "Sun, 06 Nov 1994 08:51:07 GMT", 0),
        ] as [(String?, String, Double)])
    func expiresCountsFromTheDate(_ date: String?, _ expires: String, _ seconds: Double) {
        #expect(ResponseValidators(date: date, expires: expires).freshnessLifetime == seconds)
        // max-age takes precedence over all others.
        let both = ResponseValidators(cacheControl: "max-age=7", date: date, expires: expires)
        #expect(both.freshnessLifetime == 7)
    }

    @Test(arguments: ["Sun, 06 Nov 1994 07:49:37 GMT", "Sun, 07 Nov 1993 08:49:37 GMT", "never"])
    func nothingIsGuessedFromTheLastChange(_ changed: String) {
        #expect(ResponseValidators(lastModified: changed, date: Self.date).freshnessLifetime == 0)
    }

    @Test(
        arguments: [
            // Age in caches on the way, seconds until now, whether it is fresh for 60.
            (nil, 0, true), (nil, 59, true), (nil, 60, false), ("30", 29, true), ("30", 30, false),
            ("60", 0, false), ("nonsense", 59, true), (nil, -1, false),
        ] as [(String?, Double, Bool)])
    func copiesGrowOld(_ age: String?, _ seconds: Double, _ isFresh: Bool) {
        let validators = ResponseValidators(cacheControl: "max-age=60", date: Self.date, age: age)
        #expect(validators.isFresh(at: Self.moment + seconds, validated: Self.moment) == isFresh)
    }

    @Test func anAnswerThatWasOldWhenItCameIsOlderByThat() {
        let validators = ResponseValidators(cacheControl: "max-age=60", date: Self.date)
        // Made 50 seconds before the request.
        #expect(validators.isFresh(at: Self.moment + 59, validated: Self.moment + 50))
        #expect(!validators.isFresh(at: Self.moment + 60, validated: Self.moment + 50))
        // A server whose clock is ahead does not extend freshness.
        #expect(validators.isFresh(at: Self.moment - 100 + 59, validated: Self.moment - 100))
        #expect(!validators.isFresh(at: Self.moment - 100 + 60, validated: Self.moment - 100))
    }

    @Test func a304WithoutADateMakesACopyFreshAgain() {
        let known = ResponseValidators(cacheControl: "max-age=60", date: Self.date)
        let later = Self.moment + 1000
        #expect(!known.isFresh(at: later, validated: later))
        #expect(known.updated(by: ResponseValidators()).isFresh(at: later + 59, validated: later))
        #expect(!known.updated(by: ResponseValidators()).isFresh(at: later + 60, validated: later))
    }

    @Test func fieldsOfA304TakeThePlaceOfTheOldOnes() {
        let known = ResponseValidators(
            etag: "\"1\"", lastModified: Self.date, cacheControl: "max-age=1", date: "then", age: "9",
            address: "a")
        let updated = known.updated(
            by: ResponseValidators(cacheControl: "max-age=2", date: "now", address: "a"))
        #expect(
            updated
                == ResponseValidators(
                    etag: "\"1\"", lastModified: Self.date, cacheControl: "max-age=2", date: "now",
                    address: "a"))
    }

    @Test(
        arguments: [
            ("\"1\"", "\"1\"", true), ("W/\"1\"", "\"1\"", true), ("\"1\"", "\"2\"", false),
            ("\"1\"", nil, true),
            (nil, "\"2\"", true),
        ] as [(String?, String?, Bool)])
    func aTagIsConfirmedByTheSameTag(_ known: String?, _ answer: String?, _ isConfirmed: Bool) {
        let known = ResponseValidators(etag: known, lastModified: Self.date)
        #expect(known.isConfirmed(by: ResponseValidators(etag: answer)) == isConfirmed)
    }
}
