import AlcedoBase
import AlcedoIndex

extension ReportPage {
    // As many images as can be taken in; the page can be sorted by the rest.
    private static let most = 10

    /// Returns what the last build changed.
    var change: String {
        guard let change = data.change else { return "" }
        var counts: [String] = []
        if !change.images.isEmpty {
            counts.append("\(Figures.counted(change.images.count, "image")) changed")
        }
        if change.added > 0 { counts.append("\(Figures.grouped(change.added)) added") }
        if change.removed > 0 { counts.append("\(Figures.grouped(change.removed)) removed") }
        guard !counts.isEmpty else { return "" }
        var text = "<section id=\"change\">\n<h2>Since the build before</h2>\n"
        text += "<p class=\"hint\">Against what was there before the build of "
        text += "\(ReportNumber.moment(nanoseconds: change.moment)): \(counts.joined(separator: ", ")).</p>\n"
        if !change.formats.isEmpty { text += Self.table(change) }
        let images = change.images.filter { $0.before != $0.after }
        if !images.isEmpty {
            text += "<ul>\n"
            for image in images.prefix(Self.most) {
                text +=
                    "<li data-name=\"\(ReportText.of(image.id))\"><b>\(ReportText.of(image.id))</b>: "
                    + Self.number("before", image.before) + " → " + Self.number("after", image.after)
                    + " (\(Self.difference(image.before, image.after)))</li>\n"
            }
            text += "</ul>\n"
            if images.count > Self.most {
                text +=
                    "<p class=\"hint\">and \(Figures.counted(images.count - Self.most, "other image"))</p>\n"
            }
        }
        return text + "</section>\n"
    }

    private static func table(_ change: ReportChange) -> String {
        let isScored = change.formats.contains { $0.scored > 0 }
        var text =
            "<div class=\"scroll\"><table>\n<thead><tr><th scope=\"col\">Format</th><th scope=\"col\">Files</th>"
            + "<th scope=\"col\">Before</th><th scope=\"col\">Now</th><th scope=\"col\">Difference</th>"
            + (isScored ? "<th scope=\"col\">Mean score</th>" : "") + "</tr></thead>\n<tbody>\n"
        var all = ReportChange.Format(name: "all")
        for format in change.formats {
            all.filesBefore += format.filesBefore
            all.filesAfter += format.filesAfter
            all.before += format.before
            all.after += format.after
        }
        for format in change.formats + (change.formats.count > 1 ? [all] : []) {
            let name = ReportText.of(format.name)
            text += "<tr data-changed=\"\(name)\"><th scope=\"row\">\(name)</th>"
            let (before, after) = (format.filesBefore, format.filesAfter)
            text +=
                "<td>"
                + (before == after ? "" : number("files-before", before, Figures.grouped(before)) + " → ")
            text += number("files", after, Figures.grouped(after)) + "</td>"
            text += "<td>\(number("before", format.before))</td><td>\(number("after", format.after))</td>"
            text += "<td>\(difference(format.before, format.after))</td>"
            if isScored {
                let means = [format.scoreBefore, format.scoreAfter].map { $0 / Double(format.scored) }
                text +=
                    format.scored > 0
                    ? "<td>\(means.map(ReportNumber.score).joined(separator: " → "))</td>" : "<td></td>"
            }
            text += "</tr>\n"
        }
        return text + "</tbody></table></div>\n"
    }

    /// Returns what a file was before, if it was another one.
    static func former(_ file: ReportFile) -> String? {
        guard let former = file.former, former.digest != file.file.digest || former.bytes != file.file.bytes
        else { return nil }
        let before = former.bytes
        let score = former.score.map { ", score \(ReportNumber.score($0))" } ?? ""
        return "was " + number("former", before) + " (\(difference(before, file.file.bytes)))" + score
    }

    private static func difference(_ before: Int, _ after: Int) -> String {
        before > 0 ? ReportNumber.change(1 - Double(after) / Double(before)) : ""
    }
}
