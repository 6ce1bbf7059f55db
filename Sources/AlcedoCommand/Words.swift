import AlcedoBase

/// `1 source`, `12,000 sources`.
func counted(_ count: Int, _ singular: String, _ plural: String? = nil) -> String {
    Figures.counted(count, singular, plural)
}

/// `12,000`.
func grouped(_ number: Int) -> String { Figures.grouped(number) }

/// `340 bytes`, `12.3 kB`, `4.1 MB`.
func byteCount(_ bytes: Int) -> String { Figures.bytes(bytes) ?? counted(bytes, "byte") }

/// `0.04 s`, `12.3 s`, `4 min 5 s`.
func duration(_ seconds: Double) -> String {
    if seconds < 9.995 { return String(seconds, places: 2) + " s" }
    if seconds < 99.95 { return String(seconds, places: 1) + " s" }
    let whole = Int(seconds.rounded())
    return "\(whole / 60) min \(whole % 60) s"
}

/// The sandbox of workers in one line, with the consequence of parts that the kernel does not have.
func sandboxLine(_ parts: String, missing: String?) -> String {
    guard let missing else { return "sandbox: \(parts)" }
    return
        "sandbox: \(parts); without \(missing), a picture that takes over its worker may reach other files of yours; "
        + "build pictures of strangers where it is available, which --require-sandbox ensures"
}
