import AlcedoBase
import Testing

@Suite struct DiagnosticTests {
    @Test func linesHaveTheFormThatEditorsKnow() {
        let place = Diagnostic.Location(file: "images.yml", line: 12, column: 7)
        #expect(
            Diagnostic(.error, "unknown key 'widht'", at: place).description
                == "images.yml:12:7: error: unknown key 'widht'")
        #expect(Diagnostic(.warning, "slow").description == "warning: slow")
        #expect(Diagnostic(.note, "here", at: place).description == "images.yml:12:7: note: here")
    }
}
