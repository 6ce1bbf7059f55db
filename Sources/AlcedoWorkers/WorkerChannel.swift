package import AlcedoBase
import AlcedoRecipes
import CAlcedoSystem

/// The socket between the coordinator of a build and a worker. Each message is preceded by its kind in
/// one byte and its length in eight.
///
/// Not thread-safe: use it from one thread at a time.
package struct WorkerChannel {
    /// An error that ends the communication.
    package enum Failure: Error, Equatable {
        /// The other side closed the connection.
        case closed
        /// The other side did not respond in time.
        case timeOut
        /// The other side sent an invalid message.
        case malformed
        /// A system call failed with this error number.
        case system(Int32)
    }

    package let descriptor: Int32

    package init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    // MARK: Messages

    package func send(_ message: some WorkerMessage) throws(Failure) {
        var writer = FieldWriter()
        writer.encode(message)
        var length = UInt64(writer.data.count).littleEndian
        var whole = Data([message.kind.rawValue])
        withUnsafeBytes(of: &length) { whole.append(contentsOf: $0) }
        whole.append(writer.data)
        try send(bytes: whole)
    }

    /// - Parameters:
    ///   - deadline: The time by which the message has to arrive. `nil` for no limit.
    ///   - maxBytes: Returns the maximum length of a message of a kind, in bytes. Nothing is received of a longer one.
    package func receive<Message: WorkerMessage>(
        _: Message.Type = Message.self, by deadline: SuspendingClock.Instant? = nil,
        maxBytes: (Message.Kind) -> Int
    ) throws(Failure) -> Message {
        let head = try receive(bytes: 9, by: deadline)
        let length = head.withUnsafeBytes {
            UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: 1, as: UInt64.self))
        }
        guard let kind = Message.Kind(rawValue: head[head.startIndex]), length <= maxBytes(kind) else {
            throw .malformed
        }
        return try Self.message(try receive(bytes: Int(length), by: deadline), kind)
    }

    /// Decodes the bytes of a message that was announced as one of `kind`.
    static func message<Message: WorkerMessage>(
        _ bytes: Data, _ kind: Message.Kind
    ) throws(Failure) -> Message {
        var reader = FieldReader(bytes)
        do {
            let message = try reader.decode(Message.self)
            if reader.isAtEnd, message.kind.rawValue == kind.rawValue { return message }
        } catch {
            // Reported below.
        }
        throw .malformed
    }

    // MARK: Descriptors

    /// Sends an open file, which stays open here as well.
    func send(descriptor file: Int32) throws(Failure) {
        while alcedo_send_descriptor(descriptor, file) != 0 {
            switch errno {
            case EINTR: continue
            case EPIPE, ECONNRESET: throw .closed
            case EAGAIN: throw .timeOut
            default: throw .system(errno)
            }
        }
    }

    /// Receives an open file, which the caller closes.
    package func receiveDescriptor() throws(Failure) -> Int32 {
        while true {
            let file = alcedo_receive_descriptor(descriptor)
            if file >= 0 { return file }
            if errno != EINTR { throw errno == 0 ? .closed : .system(errno) }
        }
    }

    // MARK: Bytes

    /// Sends bytes without a length.
    func send(bytes: Data) throws(Failure) {
        let failure: Failure? = bytes.withUnsafeBytes { buffer in
            var sent = 0
            while sent < buffer.count {
                let count = alcedo_send(
                    descriptor, buffer.baseAddress.map { $0 + sent }, UInt(buffer.count - sent))
                if count >= 0 {
                    sent += count
                } else if errno == EPIPE || errno == ECONNRESET {
                    return .closed
                } else if errno == EAGAIN || errno == EWOULDBLOCK {
                    // The other side does not read; `alcedo_start_helper` sets the timeout.
                    return .timeOut
                } else if errno != EINTR {
                    return .system(errno)
                }
            }
            return nil
        }
        if let failure { throw failure }
    }

    /// Receives exactly `count` bytes.
    package func receive(bytes count: Int, by deadline: SuspendingClock.Instant? = nil) throws(Failure)
        -> Data
    {
        guard count > 0 else { return Data() }
        // Uninitialized: a source has megabytes.
        guard let bytes = malloc(count) else { throw .system(ENOMEM) }
        do throws(Failure) {
            try fill(bytes, count, by: deadline)
        } catch {
            free(bytes)
            throw error
        }
        // Only after filling, because `Data` copies small buffers.
        return Data(bytesNoCopy: bytes, count: count, deallocator: .free)
    }

    private func fill(
        _ bytes: UnsafeMutableRawPointer, _ count: Int, by deadline: SuspendingClock.Instant?
    ) throws(Failure) {
        var received = 0
        while received < count {
            if let deadline { try wait(until: deadline) }
            let step = read(descriptor, bytes + received, count - received)
            if step > 0 {
                received += step
            } else if step == 0 || errno == ECONNRESET {
                throw .closed
            } else if errno != EINTR {
                throw .system(errno)
            }
        }
    }

    private func wait(until deadline: SuspendingClock.Instant) throws(Failure) {
        var deadline = deadline
        while true {
            let before = SuspendingClock.now
            let left = before.duration(to: deadline) / .milliseconds(1)
            // Waits in pieces and polls at least once: the message may have arrived while this process was stopped.
            let piece = min(max(left.rounded(.up), 0), 1000)
            let ready = alcedo_wait_readable(descriptor, Int32(piece))
            if ready == 1 { return }
            if ready < 0, errno != EINTR, errno != EAGAIN { throw .system(errno) }
            if left <= 0 { throw .timeOut }
            // Time during which a container or machine was stopped does not count.
            let over = before.duration(to: .now) - .milliseconds(piece)
            if over > .seconds(1) { deadline += over }
        }
    }
}
