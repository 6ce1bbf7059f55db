#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// One request and its answer; then the connection ends.
struct Connection {
    let socket: Int32
    let folder: Folder

    /// Reads the request and answers it.
    func answer() {
        guard let head = readHead() else { return }
        let line = head.split(separator: "\r\n", maxSplits: 1)[0].split(separator: " ")
        guard line.count == 3, line[2].hasPrefix("HTTP/1.") else {
            return send("400 Bad Request")
        }
        guard line[0] == "GET" || line[0] == "HEAD" else {
            return send("405 Method Not Allowed", ["Allow: GET, HEAD"])
        }
        guard let file = folder.file(for: line[1]) else { return send("404 Not Found") }
        let headers = ["Content-Type: \(file.type)", "ETag: \(file.etag)", "Cache-Control: no-cache"]
        if value(of: "if-none-match", in: head) == file.etag { return send("304 Not Modified", headers) }
        send("200 OK", headers, body: file.bytes, isHead: line[0] == "HEAD")
    }

    /// The request up to its empty line, or nothing if it does not come, or is longer than any honest one.
    private func readHead() -> String? {
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while received.count < 16_384 {
            let count = read(socket, &buffer, buffer.count)
            guard count > 0 else { return nil }
            received += buffer[..<count]
            let text = String(decoding: received, as: UTF8.self)
            if text.contains("\r\n\r\n") { return text }
        }
        return nil
    }

    private func value(of name: String, in head: String) -> String? {
        for line in head.split(separator: "\r\n").dropFirst() {
            guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == name else { continue }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            return String(value)
        }
        return nil
    }

    private func send(_ status: String, _ headers: [String] = [], body: [UInt8] = [], isHead: Bool = false) {
        var lines = ["HTTP/1.1 \(status)"] + headers
        // An answer without a body says so, or the other side would wait for one; 304 never has any.
        if !status.hasPrefix("304") { lines.append("Content-Length: \(body.count)") }
        lines.append("Connection: close")
        sendAll(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
        if !isHead { sendAll(body) }
    }

    private func sendAll(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { buffer in
            var sent = 0
            while sent < buffer.count {
                let count = write(socket, buffer.baseAddress?.advanced(by: sent), buffer.count - sent)
                guard count > 0 else { return }
                sent += count
            }
        }
    }
}
