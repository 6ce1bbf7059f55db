import AlcedoBase
import AlcedoContainers
import AlcedoRecipes

/// Runs one job from start to finish, on the calling thread.
struct JobRunner {
    let source: ImageJob.Source
    let control: any JobControl

    /// Reads the header.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError``.
    func inspect() throws -> ImageFacts {
        try source.data.withUnsafeBytes { try inspect(try reader($0)) }
    }

    /// Reads the header, determines the work, and does it.
    ///
    /// - Throws: ``/AlcedoRecipes/ImagingError`` if nothing can be made, or what `work` throws.
    func run(_ work: (ImageFacts) throws -> ImageJob.Work) throws -> ImageJob.Result {
        // The bytes stay in place until the last picture made from them has been computed.
        try source.data.withUnsafeBytes { bytes in
            let reader = try reader(bytes)
            let header = try inspect(reader)
            let work = try work(header)
            let sizes = SizePlan(facts: header, requests: work.requests)
            let embedded =
                header.type == .svg ? try EmbeddedPictures(bytes: bytes).check(source.limits) : 0
            let estimate = MemoryEstimate(
                header, data: bytes, embedded: embedded, work: work, sizes: sizes, limits: source.limits)
            try control.admit(bytes: estimate.bytes)
            try control.begin(.decode, expecting: WorkEstimate.decoding(header))
            let decoded = try DecodingTurns.ofProcess.decode { try decode(reader, header, sizes, work) }
            return try withExtendedLifetime(decoded.decoding) { try make(work, of: decoded) }
        }
    }

    private func reader(_ bytes: UnsafeRawBufferPointer) throws -> SourceReader {
        try SourceReader(
            bytes: bytes, type: ImageType.sniff(source.data), truncation: source.truncation,
            page: source.page)
    }

    private func inspect(_ reader: SourceReader) throws -> ImageFacts {
        try control.begin(.open, expecting: 0)
        return try DecodingTurns.ofProcess.decode {
            let decoding = Decoding(reader: reader)
            return try withExtendedLifetime(decoding) { try reader.facts(limits: source.limits) }
        }
    }

    /// A fully decoded source.
    private struct Decoded {
        var decoding: Decoding
        var facts: ImageFacts
        var sizes: SizePlan
        var pictures: SourcePictures
        var metadata: SerializationContext.Metadata
        var original: OriginalFile?
        /// A remark on pages and frames that are not read.
        var pages: [String] = []
    }

    private func decode(
        _ reader: SourceReader, _ header: ImageFacts, _ sizes: SizePlan, _ work: ImageJob.Work
    ) throws -> Decoded {
        let decoding = Decoding(reader: reader)
        return try withExtendedLifetime(decoding) {
            var facts = header
            let pictures = SourcePictures(plan: sizes, facts: facts, decoding: decoding, reader: reader)
            facts.isOpaque = try pictures.decode(
                sizes.targets(of: work, facts, source.limits), colors: Set(work.requests.map(\.color)))
            try decoding.checkWholeness()
            return Decoded(
                decoding: decoding, facts: facts, sizes: sizes, pictures: pictures,
                metadata: try reader.metadata(),
                original: try original(reader, facts, sizes, decoding),
                pages: try otherPages(reader, work.requests))
        }
    }

    private func otherPages(_ reader: SourceReader, _ requests: [ImageRequest]) throws -> [String] {
        let isAnimated = ByteView(reader.bytes).boxes.contains { $0.name == "moov" }
        if [.avif, .heic].contains(reader.type), isAnimated,
            requests.contains(where: { $0.animation == .keep })
        {
            return [
                "it is an animation, of which only the still picture is used; 'animated: first' says so, and as animated "
                    + "WebP or GIF its frames are read"
            ]
        }
        guard reader.type == .pdf, reader.page == nil, case let count = try reader.pageCount(), count > 1
        else {
            return []
        }
        return [
            "it has \(count) pages, and the first is used; 'page: 1' says so, and 'page: 2' takes the second"
        ]
    }

    /// Returns the source as a file to publish if a request has its size. Damaged data is not published.
    private func original(
        _ reader: SourceReader, _ facts: ImageFacts, _ sizes: SizePlan, _ decoding: Decoding
    ) throws -> OriginalFile? {
        guard sizes.layouts.contains(where: { $0.canvas == facts.displayedSize }),
            decoding.isSound, source.page == nil
        else { return nil }
        return try OriginalFile(source.data, reader, facts)
    }

    private func make(_ work: ImageJob.Work, of source: Decoded) throws -> ImageJob.Result {
        let (facts, sizes, pictures) = (source.facts, source.sizes, source.pictures)
        guard let plan = ImagePlan(facts: facts, requests: work.requests) else {
            throw ImagingError.decode(reason: "its transparency could not be determined")
        }
        let context = SerializationContext(metadata: source.metadata)
        var result = ImageJob.Result(facts: facts, metadata: context.fields, failures: plan.failures)
        let pending = plan.outputs.filter { !work.finished.contains($0.id) }
        let order = Set(pending.map(\.id.request)).sorted()
        // Variants with the same size and settings share a file.
        var known: [ContentDigest: EncodedImage] = [:]
        for (done, index) in order.enumerated() {
            do {
                let outputs = pending.filter { $0.id.request == index }
                let open = outputs.filter { known[$0.recipe] == nil }
                let made = Dictionary(
                    uniqueKeysWithValues: try make(open, work.requests[index], index, source, context))
                for output in open { known[output.recipe] = made[output.id] }
                for output in outputs { result.outputs[output.id] = known[output.recipe] }
            } catch let error as ImagingError {
                result.failures[index] = error
            }
            // A picture is released after the last request that is made from it.
            var wanted = Set(
                order[(done + 1)...].flatMap { sizes.targets(for: $0, of: facts.displayedSize) })
            if !work.placeholders.isEmpty { wanted.insert(ResampleTarget(sizes.placeholder)) }
            pictures.release(allBut: wanted)
        }
        // A drawing is rendered for each size; what is wrong with all of them is wrong with the source.
        if let failure = result.failures.first?.value, case .decode = failure,
            result.failures.count == work.requests.count, result.failures.values.allSatisfy({ $0 == failure })
        {
            throw failure
        }
        if !work.placeholders.isEmpty {
            try control.begin(.placeholders, expecting: WorkEstimate.decoding(facts))
            result.placeholders = try DecodingTurns.ofProcess.besideOthers {
                try placeholders(work.placeholders, from: pictures, sizes, facts)
            }
        }
        result.warnings =
            source.decoding.remarks + pictures.warnings
            + GainMap.remarks(self.source.data, facts.type, work.requests)
            + UndrawnParts.remarks(
                self.source.data, facts.type, work.requests, version: EngineIdentity.drawingVersion,
                decoders: EngineIdentity.renderers())
            + source.pages
        return result
    }

    /// Makes one picture and encodes it in its formats, all of them or none.
    private func make(
        _ outputs: [ImagePlan.Output], _ request: ImageRequest, _ index: Int, _ decoded: Decoded,
        _ context: SerializationContext
    ) throws -> [(ImageJob.OutputID, EncodedImage)] {
        var files = try passed(outputs.filter(\.encoding.format.isOriginal), decoded, context)
        let outputs = outputs.filter { !$0.encoding.format.isOriginal }
        if !outputs.isEmpty { files += try encoded(outputs, request, index, decoded, context) }
        let contents = try control.handOver(files.map(\.made.data))
        return zip(files, contents).map { item, content in
            let data = item.made.data
            let file = EncodedImage.File(
                digest: ContentDigest(hashing: data), bytes: data.count, width: item.size.width,
                height: item.size.height, frames: item.frames, format: item.id.format, found: item.made.found)
            return (item.id, EncodedImage(file, content: content))
        }
    }

    private typealias MadeFile = (
        id: ImageJob.OutputID, size: PixelSize, frames: Int, made: FormatSerializer.File
    )

    /// Returns the source's own file for outputs that are to be it.
    private func passed(
        _ outputs: [ImagePlan.Output], _ decoded: Decoded, _ context: SerializationContext
    ) throws -> [MadeFile] {
        let file = PassedFile(data: source.data, facts: decoded.facts, context: context)
        if source.page != nil, !outputs.isEmpty {
            throw ImagingError.noFormat(
                reason:
                    "'original' publishes the whole file, and not one of its frames or pages; leave it out of 'formats'"
            )
        }
        return try outputs.map { output in
            try control.begin(.encode(output.id.format), expecting: 0)
            let data = try DecodingTurns.ofProcess.besideOthers { try file.file(for: output) }
            return (output.id, file.size, decoded.facts.frames, FormatSerializer.File(data: data))
        }
    }

    private func encoded(
        _ outputs: [ImagePlan.Output], _ request: ImageRequest, _ index: Int, _ decoded: Decoded,
        _ context: SerializationContext
    ) throws -> [MadeFile] {
        let turns = DecodingTurns.ofProcess
        let maker = PictureMaker(
            request: request, index: index, facts: decoded.facts,
            faces: decoded.sizes.layouts[index].needsAnalysis
                ? FaceRegion.faces(in: decoded.metadata, of: decoded.facts) : [],
            metadata: context.fields, limits: source.limits)
        try control.begin(.process, expecting: WorkEstimate.decoding(decoded.facts))
        let image = try turns.besideOthers { try maker.picture(from: decoded.pictures, by: decoded.sizes) }
        let scored = ScoredPictures()
        return try outputs.map { output in
            let expected = WorkEstimate.encoding(
                image.size, frames: image.frames, as: output.id.format, output.encoding)
            try control.begin(.encode(output.id.format), expecting: expected)
            let made = try turns.besideOthers {
                let original = decoded.original?.file(for: request, decoded.sizes.layouts[index], output)
                return try encode(image, output, scored, context: context, original: original)
            }
            return (output.id, image.size, image.frames, made)
        }
    }

    private func encode(
        _ image: PixelImage, _ output: ImagePlan.Output, _ pictures: ScoredPictures,
        context: SerializationContext, original: Data?
    ) throws -> FormatSerializer.File {
        let format = output.id.format
        let made: FormatSerializer.File
        switch output.encoding.serializer(for: format) {
        case let builtIn as FormatSerializer:
            made = try builtIn.file(
                with: image, context: context, original: original, pictures: pictures)
        case let own:
            guard let own = own as? any CacheSerializer else {
                throw ImagingError.encode(format: format, reason: "\(own.identifier) is no CacheSerializer")
            }
            do {
                made = FormatSerializer.File(data: try own.data(with: image, context: context))
            } catch let error as ImagingError {
                throw error
            } catch {
                throw ImagingError.encode(format: format, reason: String(describing: error))
            }
        }
        try EncodedCheck(format: format, size: image.size, frames: image.frames).check(made.data)
        return made
    }

    private func placeholders(
        _ kinds: Set<PlaceholderKind>, from pictures: SourcePictures, _ sizes: SizePlan,
        _ facts: ImageFacts
    ) throws -> ImagePlaceholders {
        let input = PlaceholderInput(original: facts.displayedSize, samples: pictures.samples) {
            try pictures.picture(ResampleTarget(sizes.placeholder), color: .srgb)
        }
        return try ImagePlaceholders(kinds, of: input)
    }
}
