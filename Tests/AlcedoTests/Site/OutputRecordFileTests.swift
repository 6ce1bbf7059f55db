import AlcedoBase
import Foundation
import Testing

@testable import Alcedo
@testable import AlcedoManifest
@testable import AlcedoTools

/// What a build with nothing to do finds out from the record of its output.
@Suite struct OutputRecordFileTests {
    private struct Output {
        let folder: URL
        var record = OutputRecord()

        init(_ count: Int) throws {
            folder = FileManager.default.temporaryDirectory.appending(
                path: "alcedo-record-\(UUID().uuidString)")
            for number in 0..<count {
                // Several folders, and more files than one thread takes.
                let name = "f\(number % 7)/\(number).jpg"
                let file = folder.appending(path: name)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data("\(number)".utf8).write(to: file)
                record.files[name] = OutputRecord.File(
                    digest: ContentDigest(hashing: "\(number)"), bytes: 1,
                    status: try FileSystem.status(of: file.path))
            }
        }

        func isAsWritten() throws -> Bool {
            try OutputRecordFile(FieldReader(record.data)).hasAllFilesAsWritten(in: folder.path)
        }

        func remove() { try? FileManager.default.removeItem(at: folder) }
    }

    @Test(arguments: [0, 1, 5000]) func anOutputThatNobodyTouchedIsAsWritten(_ count: Int) throws {
        let output = try Output(count)
        defer { output.remove() }
        #expect(try output.isAsWritten())
    }

    @Test(arguments: [0, 2047, 2048, 4999]) func oneFileThatIsGoneOrOtherIsNoticed(_ number: Int) throws {
        var output = try Output(5000)
        defer { output.remove() }
        let name = output.record.files.keys.sorted()[number]
        let file = output.folder.appending(path: name)
        let bytes = try Data(contentsOf: file)
        try Data("something else".utf8).write(to: file)
        #expect(try !output.isAsWritten())
        try bytes.write(to: file)
        #expect(try !output.isAsWritten())
        output.record.files[name]?.status = try FileSystem.status(of: file.path)
        #expect(try output.isAsWritten())
        try FileManager.default.removeItem(at: file)
        #expect(try !output.isAsWritten())
        output.record.files[name] = nil
        #expect(try output.isAsWritten())
    }

    @Test func aFileWhoseStatusIsNotKnownHasToBeLookedInto() throws {
        var output = try Output(3)
        defer { output.remove() }
        output.record.files["f0/0.jpg"]?.status = nil
        #expect(try !output.isAsWritten())
    }

    @Test func aFileThatNothingAsksForMayBeGone() throws {
        var output = try Output(3)
        defer { output.remove() }
        output.record.files["f1/1.jpg"]?.orphanedSince = 70
        try FileManager.default.removeItem(at: output.folder.appending(path: "f1/1.jpg"))
        #expect(try output.isAsWritten())
        let file = try OutputRecordFile(FieldReader(output.record.data))
        #expect(file.nextPruning(after: 10) == 80)
        #expect(try OutputRecordFile(FieldReader(OutputRecord().data)).nextPruning(after: 10) == nil)
    }

    @Test func whatIsReadAtOnceIsWhatIsReadLater() throws {
        var output = try Output(3)
        defer { output.remove() }
        output.record.manifest = "/m/images.yml"
        let file = try OutputRecordFile(FieldReader(output.record.data))
        #expect(file.manifest == "/m/images.yml")
        #expect(file.record == output.record)
        #expect(OutputRecordFile().record == OutputRecord())
        #expect(try OutputRecordFile().hasAllFilesAsWritten(in: output.folder.path))
    }
}
