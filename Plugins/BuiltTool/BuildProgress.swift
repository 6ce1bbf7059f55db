import Dispatch
import Foundation
import PackagePlugin

/// Lines that say how long the tool has been built for, every quarter of a minute.
///
/// `PackageManager.build` reports nothing until it ends. Where SwiftPM's own lines are shown as well, they name the modules.
struct BuildProgress {
    /// Why the build system is asked for the tool.
    enum Reason {
        case first
        case changed
        /// Perhaps there is nothing to do.
        case doubt
    }

    private let product: String
    private let reason: Reason
    private let began = DispatchTime.now()
    private let timer: any DispatchSourceTimer

    /// Begins with a line if something is to be built. Otherwise there is one after five seconds: to find nothing to do takes
    /// half a second on a machine without other work.
    init(of product: String, _ reason: Reason) {
        self.product = product
        self.reason = reason
        switch reason {
        case .first: Diagnostics.progress("building the tool '\(product)', once; this takes some minutes")
        case .changed: Diagnostics.progress("building the tool '\(product)' again: its sources have changed")
        case .doubt: break
        }
        timer = DispatchSource.makeTimerSource(queue: .global())
        timer.schedule(deadline: began + .seconds(reason == .doubt ? 5 : 15), repeating: .seconds(15))
        let began = began
        let work =
            reason == .doubt ? "bringing the tool '\(product)' up to date" : "building the tool '\(product)'"
        timer.setEventHandler {
            Diagnostics.progress("\(work): \(Self.seconds(since: began)) s")
        }
        timer.resume()
    }

    /// Ends the lines.
    func end() { timer.cancel() }

    /// Prints the total, if there was a line at the beginning.
    func succeeded() {
        guard reason != .doubt else { return }
        Diagnostics.progress("built the tool '\(product)' in \(Self.seconds(since: began)) s")
    }

    private static func seconds(since began: DispatchTime) -> UInt64 {
        (DispatchTime.now().uptimeNanoseconds - began.uptimeNanoseconds) / 1_000_000_000
    }
}
