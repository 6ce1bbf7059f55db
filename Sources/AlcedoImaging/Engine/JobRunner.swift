import AlcedoBase
import Foundation

/// Runs one job from its first byte to its last, on the calling thread.
struct JobRunner {
    let job: ImageJob

    /// - Throws: ``ImagingError/decode(reason:)`` or ``ImagingError/library(reason:)`` when nothing can be made.
    func run() throws -> ImageJobResult {
        let type = ImageType.sniff(job.data)
        // The bytes stay where they are until the last picture that is made from them has been computed.
        return try job.data.withUnsafeBytes { bytes in
            let reader = try SourceReader(bytes: bytes, type: type, truncation: job.truncation)
            let source = try DecodingTurns.ofProcess.decode { try decode(reader) }
            return try withExtendedLifetime(source.decoding) { try run(source) }
        }
    }

    /// A source of which every pixel has been decoded.
    private struct Source {
        var decoding: Decoding
        var facts: ImageFacts
        var levels: LevelPlan
        var pyramid: LevelPyramid
        var metadata: SourceMetadata
    }

    private func decode(_ reader: SourceReader) throws -> Source {
        let decoding = Decoding(reader: reader)
        return try withExtendedLifetime(decoding) {
            var facts = try reader.facts(limits: job.limits)
            let levels = LevelPlan(facts: facts, requests: job.requests)
            let pyramid = LevelPyramid(plan: levels, facts: facts, decoding: decoding, reader: reader)
            facts.isOpaque = try pyramid.decode(colors: Set(job.requests.map(\.color)))
            return Source(
                decoding: decoding, facts: facts, levels: levels, pyramid: pyramid,
                metadata: try reader.metadata())
        }
    }

    private func run(_ source: Source) throws -> ImageJobResult {
        let (facts, levels, pyramid) = (source.facts, source.levels, source.pyramid)
        guard let plan = ImagePlan(facts: facts, requests: job.requests) else {
            throw ImagingError.decode(reason: "its transparency could not be determined")
        }
        let context = SerializationContext(metadata: source.metadata)
        var result = ImageJobResult(facts: facts, metadata: context.fields, failures: plan.failures)
        let pending = plan.outputs.filter { !job.finished.contains($0.id) }
        // Large ones first: once the last picture is made from a level it is given up.
        let order = Set(pending.map(\.id.request)).sorted {
            (levels.requestLevels[$0], $0) < (levels.requestLevels[$1], $1)
        }
        for (done, index) in order.enumerated() {
            do {
                let maker = PictureMaker(
                    request: job.requests[index], index: index, facts: facts, limits: job.limits)
                let turns = DecodingTurns.ofProcess
                let image = try turns.besideOthers { try maker.picture(from: pyramid) }
                for output in pending where output.id.request == index {
                    result.outputs[output.id] = try turns.besideOthers {
                        try encode(image, output, context: context)
                    }
                }
            } catch let error as ImagingError {
                result.failures[index] = error
                result.outputs = result.outputs.filter { $0.key.request != index }
            }
            let placeholder = job.placeholders.isEmpty ? [] : [levels.placeholderLevel]
            pyramid.release(allBut: Set(order[(done + 1)...].flatMap(levels.levels(for:)) + placeholder))
        }
        if !job.placeholders.isEmpty {
            result.placeholders = try DecodingTurns.ofProcess.besideOthers {
                try placeholders(from: pyramid, facts)
            }
        }
        result.warnings = source.decoding.certainWarnings.map {
            "the \(facts.type.name) data is damaged in places (\($0))"
        }
        result.warnings += pyramid.warnings
        return result
    }

    private func encode(
        _ image: Image, _ output: ImagePlan.Output, context: SerializationContext
    ) throws -> EncodedImage {
        let serializer = FormatSerializer(format: output.id.format, encoding: output.encoding)
        let data = try serializer.data(with: image, context: context)
        return EncodedImage(
            data: data, format: output.id.format, width: image.size.width, height: image.size.height,
            frames: image.frames)
    }

    private func placeholders(from pyramid: LevelPyramid, _ facts: ImageFacts) throws -> ImagePlaceholders {
        func level() throws -> Image { try pyramid.level(pyramid.plan.placeholderLevel, color: .srgb) }
        return try ImagePlaceholders(
            job.placeholders, original: facts.displayedSize, level: level, samples: pyramid.samples)
    }
}
