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
                    radius: CornerRadius(radius), corners: ImageCorners(corners), background: background))
        }
        return steps
    }
}

extension ProcessStep {
    /// The processor that the step names. The reader has refused every name that is not here.
    var processor: (any ImageProcessor)? {
        switch name {
        case "blur":
            guard let sigma = number("sigma") else { return nil }
            return ImageProcessors.Blur(sigma: sigma)
        case "round-corner":
            guard let radius = length("radius") else { return nil }
            return ImageProcessors.RoundCorner(
                radius: CornerRadius(radius), corners: corners("corners").map { ImageCorners($0) } ?? .all,
                background: color("background"))
        case "background", "flatten":
            guard let color = color("color") else { return nil }
            return ImageProcessors.Flatten(color: color)
        default:
            return nil
        }
    }
}

extension CornerRadius {
    init(_ length: ManifestLength) {
        switch length {
        case .pixels(let pixels): self = .pixels(pixels)
        case .percent(let percent): self = .fraction(percent / 100)
        }
    }
}

extension ImageCorners {
    init(_ corners: Set<ManifestCorner>) {
        self = []
        if corners.contains(.topLeft) { insert(.topLeft) }
        if corners.contains(.topRight) { insert(.topRight) }
        if corners.contains(.bottomLeft) { insert(.bottomLeft) }
        if corners.contains(.bottomRight) { insert(.bottomRight) }
    }
}
