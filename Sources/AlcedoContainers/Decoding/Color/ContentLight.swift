import AlcedoRecipes

/// Peak luminance in cd/m² of a picture (CTA-861.3) and of its mastering display (SMPTE ST 2086).
struct ContentLight {
    var content = 0.0
    var display = 0.0

    /// `nil` if unspecified.
    var peak: Double? { content > 0 ? content : display > 0 ? display : nil }
}
