import AlcedoBase

/// Formats the figures of a report, in decimal units and with a decimal point in every locale.
enum ReportNumber {
    /// Returns text such as `340 B`, `12.3 kB`, `4.1 MB`.
    static func bytes(_ bytes: Int) -> String { Figures.bytes(bytes) ?? "\(bytes) B" }

    /// Returns a share in percent: `41 %`, `2.3 %`, `<0.1 %`. Never 0 for a nonzero part, nor 100 for less than all.
    static func share(_ part: Double) -> String {
        let percent = part * 100
        if percent == 0 { return "0 %" }
        if percent < 0.05 { return "<0.1 %" }
        if percent < 9.95 { return String(percent, places: 1) + " %" }
        if part < 1, percent >= 99.5 { return ">99 %" }
        return String(percent, places: 0) + " %"
    }

    /// Returns a saving or an increase in percent, such as `−41 %` or `+3.2 %`.
    static func change(_ saving: Double) -> String {
        if saving == 0 { return "±0 %" }
        let size = abs(saving)
        let text =
            size < 0.0005 ? "<0.1 %" : size < 0.0995 ? String(size * 100, places: 1) + " %" : share(size)
        return (saving > 0 ? "−" : "+") + text
    }

    /// Returns bits per pixel, such as `0.35` or `12.4`.
    static func bits(_ value: Double) -> String {
        String(value, places: value < 9.995 ? 2 : 1)
    }

    /// Returns a score, such as `71.8`.
    static func score(_ score: Double) -> String { String(score, places: 1) }

    /// Returns a time such as `2026-11-22 06:10 UTC`.
    static func moment(nanoseconds: Int) -> String {
        Date(timeIntervalSince1970: Double(nanoseconds) / 1e9)
            .formatted(
                .iso8601.year().month().day().dateTimeSeparator(.space).time(
                    includingFractionalSeconds: false))
            + " UTC"
    }
}
