import AlcedoBase
import AlcedoImaging

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
                OutputFormat.allCases
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
