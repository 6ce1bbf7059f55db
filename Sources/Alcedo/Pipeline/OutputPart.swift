import AlcedoBase
import AlcedoManifest
import AlcedoRecipes

/// The outputs of one source that an order makes, while the others are made elsewhere, such as by another shard.
///
/// Each output belongs to exactly one part. What only shows when the source is opened belongs to the first part:
/// placeholders, refused pictures, and outputs that were not expected.
struct OutputPart: Hashable, Sendable, Encodable {
    /// The expected outputs of this part.
    let own: Set<ImageJob.OutputID>
    /// The expected outputs of all other parts.
    let others: Set<ImageJob.OutputID>
    /// Whether this is the first part.
    let isFirst: Bool

    /// Returns whether an output belongs to this part.
    func contains(_ output: ImageJob.OutputID) -> Bool {
        isFirst ? !others.contains(output) : own.contains(output)
    }

    /// Whether every part has this failure, which is reported once: the source is no picture, or is damaged. A lack of
    /// memory or a lost process is one machine's own.
    static func isReportedByFirst(_ failure: BuildFailure) -> Bool {
        failure.variant == nil && failure.phase == .decode
            && !["decode.lost", "decode.too-much-memory"].contains(failure.code)
    }

    /// Leaves out of a plan what belongs to other parts.
    func reduce(_ plan: inout ImagePlan) {
        plan.outputs.removeAll { !contains($0.id) }
        if !isFirst { plan.failures = [:] }
    }

    /// Returns all outputs that these requests may have and that belong to other parts.
    func others(of requests: [ImageRequest]) -> Set<ImageJob.OutputID> {
        var others: Set<ImageJob.OutputID> = []
        for (index, request) in requests.enumerated() {
            let formats =
                OutputFormat.allCases + OutputFormat.onlyOriginals
                + request.encodings.compactMap { encoding in
                    if case .serializer(let own) = encoding.format { own.serializer.format } else { nil }
                }
            for format in formats {
                let id = ImageJob.OutputID(request: index, format: format)
                if !contains(id) { others.insert(id) }
            }
        }
        return others
    }
}
