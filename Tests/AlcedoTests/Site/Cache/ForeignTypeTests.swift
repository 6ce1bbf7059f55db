import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoCache
@testable import AlcedoContainers
@testable import AlcedoImaging
@testable import AlcedoManifest
@testable import AlcedoRecipes
@testable import AlcedoWorkers

/// Cache entries whose digests and records agree, and that are not what their records say.
@Suite(.timeLimit(.minutes(60))) struct ForeignTypeTests {
    static let page = Data("<!DOCTYPE html><script>alert(1)</script>".utf8)

    enum Bytes: CaseIterable { case page, otherSize, drawing, empty }

    private func bytes(
        _ kind: Bytes, _ record: VariantRecord, _ all: [(record: VariantRecord, data: Data)]
    ) throws -> Data {
        switch kind {
        case .page: return Self.page
        case .drawing: return Data("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>".utf8)
        case .empty: return Data()
        case .otherSize:
            // A picture of the right format.
            let other = all.first { $0.record.format == record.format && $0.record.width != record.width }
            return try #require(other).data
        }
    }

    @Test(arguments: Bytes.allCases, [false, true])
    func whatTheCacheHasInsteadOfAPictureIsMadeAgain(_ kind: Bytes, knowsLedger: Bool) async throws {
        let site = try TestSite(pictures: ["a"])
        try await site.settle()
        let clean = try site.files()
        let records = try site.records()
        let all = try records.map { (_, record, _) in
            (record, try #require(site.states.data(for: record.digest)))
        }
        for (name, record, links) in records {
            let data = try bytes(kind, record, all)
            var forged = record
            forged.digest = try site.states.store(data)
            forged.bytes = data.count
            try site.write(forged, links, as: name)
            if knowsLedger { try site.replaceInLedger(record, by: forged) }
        }
        if !knowsLedger { try site.loseLedger() }
        try site.remove("out")
        try await site.build()
        #expect(try site.files() == clean)
        try site.expectConsistent()
        try await site.settle()
    }

    @Test func aPictureInTheIndexHasItsType() async throws {
        let site = try TestSite(
            TestSite.usual.replacingOccurrences(
                of: "widths: [20, 30]", with: "width: 20, inline: true, formats: [webp]"),
            pictures: ["a"])
        try await site.settle()
        let clean = try site.files()
        for isInLedger in [false, true] {
            for (name, record, links) in try site.records() {
                var forged = record
                forged.digest = try site.states.store(Self.page)
                forged.bytes = Self.page.count
                if isInLedger {
                    try site.replaceInLedger(record, by: forged, inline: Self.page)
                } else {
                    try site.write(forged, links, as: name)
                }
            }
            if !isInLedger { try site.loseLedger() }
            try site.remove("out")
            try await site.build()
            #expect(try site.files() == clean)
            try await site.settle()
        }
    }

    /// A format that was not asked for would bring its own extension.
    @Test func aRecordOfAnotherFormatIsNotUsed() async throws {
        let site = try TestSite(pictures: ["a"])
        try await site.settle()
        let clean = try site.files()
        for isInLedger in [false, true] {
            for (name, record, links) in try site.records() {
                var forged = record
                forged.format = .custom(
                    CustomFormat("x", fileExtension: "/../../x.html", mediaType: "text/html"))
                forged.digest = try site.states.store(Self.page)
                forged.bytes = Self.page.count
                if isInLedger {
                    try site.replaceInLedger(record, by: forged)
                } else {
                    try site.write(forged, links, as: name)
                }
            }
            if !isInLedger { try site.loseLedger() }
            try site.remove("out")
            try await site.build()
            #expect(try site.files() == clean)
            #expect(try !site.exists("x.html"))
            try await site.settle()
        }
    }
}

extension TestSite {
    /// The records of variants in the cache.
    fileprivate func records() throws -> [(name: String, record: VariantRecord, links: RecordLinks)] {
        try files(".alcedo").keys.sorted().compactMap { name in
            guard name.contains("/records/"), let last = name.split(separator: "/").last,
                let digest = ContentDigest(hex: String(last)),
                let file = RecordFile(try bytes(".alcedo/" + name), name: digest), file.links.blob != nil
            else { return nil }
            var reader = FieldReader(file.payload)
            return (name, try reader.decode(), file.links)
        }
    }

    fileprivate func write(_ record: VariantRecord, _ links: RecordLinks, as name: String) throws {
        let digest = try #require(ContentDigest(hex: String(name.suffix(64))))
        var writer = FieldWriter()
        writer.encode(record)
        var links = links
        links.blob = record.digest
        try put(Data(RecordFile(writer.data, links: links).data(name: digest)), ".alcedo/" + name)
    }

    fileprivate func replaceInLedger(
        _ record: VariantRecord, by forged: VariantRecord, inline: Data? = nil
    ) throws {
        let ledger = ledger
        let rows = try ledger.rows.map { row in
            guard let result = row.result else { return row }
            var outcome = try result.outcome()
            for variant in outcome.variants.indices {
                for file in outcome.variants[variant].files.indices
                where outcome.variants[variant].files[file].record == record {
                    outcome.variants[variant].files[file].record = forged
                    if let inline { outcome.variants[variant].files[file].inline = inline }
                }
            }
            return Ledger.Row(
                row.id,
                result: SourceRecord(
                    outcome, fingerprint: result.fingerprint, recipe: result.recipe, focus: result.focus),
                entry: row.entry)
        }
        try Ledger(
            output: ledger.output, rows: rows, sourceFiles: ledger.sourceFiles, basis: ledger.basis,
            isChanged: true
        ).save(as: ledgerID, in: states)
    }
}
