/// Phase of the pipeline in which a picture failed.
public enum PipelinePhase: String, Hashable, Sendable, CaseIterable, Codable {
    case provider, loader, decode, process, encode, write
}
