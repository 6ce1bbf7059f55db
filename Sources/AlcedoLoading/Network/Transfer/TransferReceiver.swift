import AlcedoBase
import CTransfer

/// Forwards libcurl's callbacks for one transfer to its exchange. Confined to the transfer thread.
final class TransferReceiver {
    let exchange: Exchange
    private var head = HeadReader()
    private var headBytes = 0
    /// Maximum bytes outside of bodies. libcurl has such a limit too, but reports it as a broken connection.
    private static let headLimit = 256 * 1024

    init(_ exchange: Exchange) {
        self.exchange = exchange
    }

    /// The callbacks for libcurl. They do not retain the receiver, which must outlive the transfer.
    var hooks: alcedo_transfer_hooks {
        alcedo_transfer_hooks(
            context: Unmanaged.passUnretained(self).toOpaque(),
            line: { context, bytes, count in
                guard let bytes else { return }
                TransferReceiver.at(context)?.take(line: UnsafeRawBufferPointer(start: bytes, count: count))
            },
            body: { context, bytes, count in
                guard let bytes, let receiver = TransferReceiver.at(context) else { return 1 }
                return receiver.exchange.receive(UnsafeRawBufferPointer(start: bytes, count: count)) ? 0 : 1
            },
            may_connect: { context, bytes, count in
                guard let bytes, let receiver = TransferReceiver.at(context) else { return 0 }
                let address = IPAddress(bytes: Array(UnsafeBufferPointer(start: bytes, count: count)))
                return receiver.exchange.mayConnect(to: address) ? 1 : 0
            })
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> TransferReceiver? {
        context.map { Unmanaged<TransferReceiver>.fromOpaque($0).takeUnretainedValue() }
    }

    private func take(line: UnsafeRawBufferPointer) {
        headBytes += line.count
        guard headBytes <= Self.headLimit else { return exchange.end(.failure(.malformedAnswer)) }
        if let head = head.take(line) { exchange.receive(head) }
    }
}
