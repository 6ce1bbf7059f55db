/// The brightest light of a picture in cd/m² (CTA-861.3), and of the display that it was made on (SMPTE ST 2086).
struct ContentLight {
    var content = 0.0
    var display = 0.0

    /// `nil` where nothing is said.
    var peak: Double? { content > 0 ? content : display > 0 ? display : nil }
}
