import AlcedoBase
import AlcedoCache

extension DiskStore {
    /// Returns a copy of the state under a name.
    func loadState(named name: String) -> Data? { loadFields(named: name)?.rest }
}
