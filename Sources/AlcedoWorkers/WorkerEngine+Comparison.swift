public import AlcedoBase
public import AlcedoRecipes

extension WorkerEngine {
    /// Scores a picture beside another one in a worker.
    ///
    /// - Parameters:
    ///   - second: The file to score.
    ///   - first: The file that it is made from, or another version of it, of the same size.
    ///   - drawsHeatMap: Whether to draw where they differ.
    /// - Throws: ``/AlcedoRecipes/ImagingError`` for files that cannot be decoded or that differ in size; `CancellationError`.
    public func compare(
        _ second: Data, with first: Data, limits: ImageLimits = ImageLimits(), drawsHeatMap: Bool = false
    ) async throws -> PictureComparison {
        try await comparison(second, first, limits, drawsHeatMap)
    }
}
