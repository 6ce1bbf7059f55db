import CTransfer
import Foundation

/// Passes what libcurl reports about one transfer on to its exchange. It stays on the thread of the transfers.
final class TransferReceiver {
    let exchange: Exchange
    private var head = HeadReader()
    private var headBytes = 0
    /// The most bytes of everything but bodies. libcurl has such a limit as well, and calls it a broken connection.
    private static let headLimit = 256 * 1024

    init(_ exchange: Exchange) {
        self.exchange = exchange
    }

    /// The functions that libcurl calls. They are called while the receiver is held, and not retained.
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
