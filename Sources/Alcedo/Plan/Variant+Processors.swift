import AlcedoImaging

extension Variant {
    /// The steps after the resize in the order that the format promises: the `process` chain, then the short forms,
    /// then the radius.
    var processors: [any ImageProcessor] {
        var steps: [any ImageProcessor] = process.compactMap(\.processor)
        if let blur, blur > 0 { steps.append(ImageProcessors.Blur(sigma: blur)) }
        if let radius {
            steps.append(
                ImageProcessors.RoundCorner(
                    radius: CornerRadius(radius), corners: ImageCorners(corners),
                    // One that is half transparent is laid once, behind everything, when the steps are done.
                    background: background?.ifOpaque))
        }
        return steps
    }
}

extension ProcessStep {
    /// The processor that the step names. The reader has refused every step that names none.
    var processor: (any ImageProcessor)? { ProcessorRegistry.specification(named: name)?.make(self) }
}
