import AlcedoBase
import AlcedoIndex
import AlcedoLoading

extension LockFile {
    /// The bytes of the file: sorted, with one line per source, so that git can merge the additions of two people.
    var data: Data {
        var json = CanonicalJSON(capacity: 64 + pins.count * 128)
        json.object { json in
            json.key("sources")
            json.object { json in
                for (name, pin) in pins.sorted(by: { $0.key < $1.key }) {
                    json.key(name.text)
                    json.object(.line) { json in
                        json.member("bytes", pin.bytes)
                        json.member("digest", pin.digest.sri)
                    }
                }
            }
            json.member("version", Self.version)
        }
        json.finish()
        return Data(json.bytes)
    }
}
