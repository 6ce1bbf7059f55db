import Dispatch
import Foundation
import PackagePlugin

/// Lines that say how long the tool has been built for, every quarter of a minute.
///
/// `PackageManager.build` reports nothing until it ends.
struct BuildProgress {
    private let product: String
    private let began = DispatchTime.now()
    private let timer: any DispatchSourceTimer
    private let isNeeded: Bool

    /// Begins with a line if a build is needed. Where it is only looked up whether it is, there is one after five
    /// seconds: that takes half a second on a machine with nothing else to do.
    init(of product: String, isNeeded: Bool) {
        self.product = product
        self.isNeeded = isNeeded
        timer = DispatchSource.makeTimerSource(queue: .global())
        let began = began
        if isNeeded {
            Diagnostics.progress("building the tool '\(product)', once; this takes some minutes")
        }
        timer.schedule(deadline: began + .seconds(isNeeded ? 15 : 5), repeating: .seconds(15))
        timer.setEventHandler {
            Diagnostics.progress("building the tool '\(product)': \(Self.seconds(since: began)) s")
        }
        timer.resume()
    }

    /// Ends the lines.
    func end() { timer.cancel() }

    /// Prints the total, if there was a line before.
    func succeeded() {
        guard isNeeded else { return }
        Diagnostics.progress("built the tool '\(product)' in \(Self.seconds(since: began)) s")
    }

    private static func seconds(since began: DispatchTime) -> UInt64 {
        (DispatchTime.now().uptimeNanoseconds - began.uptimeNanoseconds) / 1_000_000_000
    }
}
