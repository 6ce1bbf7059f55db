import Testing

@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoRecipes
@testable import AlcedoWorkers

@Suite struct ExifDateTests {
    @Test(arguments: [
        ("2024:05:01 09:30:00", nil, nil, "2024-05-01T09:30:00"),
        ("2024:02:29 23:59:59", nil, "Z", "2024-02-29T23:59:59Z"),
        ("2000:02:29 00:00:00", "5", "-11:30", "2000-02-29T00:00:00.5-11:30"),
        ("2024-05-01T09:30:00", "000", "+00:00", "2024-05-01T09:30:00+00:00"),
        ("2024:05:01 09:30:00", "12x", "+2:00", "2024-05-01T09:30:00"),
        ("2024:05:01 09:30:00", "", "+24:00", "2024-05-01T09:30:00"),
        ("2024:05:01 09:30:00", nil, "+-1:00", "2024-05-01T09:30:00"),
    ])
    func datesBecomeISO8601(date: String, fraction: String?, offset: String?, iso: String) {
        #expect(ExifDate.iso8601(date, fraction: fraction, offset: offset) == iso)
    }

    @Test(arguments: [
        "", "0000:00:00 00:00:00", "    :  :     :  :  ", "2024:13:01 00:00:00", "2024:00:01 00:00:00",
        "2023:02:29 00:00:00", "1900:02:29 00:00:00", "2024:04:31 00:00:00", "2024:05:01 24:00:00",
        "2024:05:01 09:60:00", "2024:05:01 09:30:60", "2024:05:01", "2024:05:01 09:30:0é",
        "2024/05/01 09:30:00",
        "２０２４:05:01 09:30",
    ])
    func invalidDatesAreNil(date: String) {
        #expect(ExifDate.iso8601(date, fraction: nil, offset: nil) == nil)
    }

    @Test(arguments: [
        ("2024:05:01   :  :  ", "2024-05-01"), ("2024:05:01", "2024-05-01"),
        ("2024:05:  :     :  ", "2024-05"),
        ("2024:  :     :  :  ", "2024"), ("2024:05:  :     :", "2024-05"),
    ])
    func whatIsKnownOfADateIsKept(date: String, iso: String) {
        #expect(ExifDate.beginning(date) == iso)
    }

    @Test(arguments: [
        "", "2024", "    :  :     :  :  ", "0000:00:00 00:00:00", "2024:13:01   :  :  ", "2024:02:30",
        "2024:  :01",
        "2024:05:01 09:60:00", "2024:05:01 24:00:00", "2024:05:01 no", "٢٠٢٤:05:01", "24:05:01",
    ])
    func incompleteDatesAreNil(date: String) {
        #expect(ExifDate.beginning(date) == nil)
    }

    @Test func aDateWithoutATimeIsReadFromABlock() {
        var bytes = ExifBytes()
        bytes.exif[0x9003] = bytes.ascii("2024:05:  :     :  ")
        #expect(ImageMetadata(exif: bytes.tiff).dateTimeOriginal == "2024-05")
    }
}
