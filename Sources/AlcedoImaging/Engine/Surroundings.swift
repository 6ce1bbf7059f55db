import AlcedoBase
import AlcedoContainers
import AlcedoRecipes
import AlcedoWorkers
import CAlcedoSystem
import CText

extension Surroundings {
    /// Gives this process the surroundings of a worker, once.
    ///
    /// For pictures that are made in process. The list of variables is replaced as a whole, so that threads that read it
    /// meanwhile have the former or the present one.
    static func settle() { settled }

    private static let settled: Void = {
        let changes = fixed.map { "\($0.key)=\($0.value)" }.sorted() + removed
        var texts: [UnsafeMutablePointer<CChar>?] = changes.map { (text: String) in strdup(text) }
        texts.append(nil)
        alcedo_replace_environment(texts)
        alcedo_fonts_leave_home()
        // The texts are variables from now on.
    }()
}
