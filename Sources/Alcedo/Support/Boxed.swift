/// A value behind a reference.
///
/// Asynchronous functions that can throw hand large values over in such a box. The optimizer of Swift 6.3.1 orders
/// the memory that a task sets aside for a large result wrongly where an error may take the result's place, and the
/// runtime stops with "freed pointer was not the last allocation"; see swiftlang/swift issues 87481 and 87665. A
/// reference comes back in a register and needs no such memory. For the same reason such functions take large values
/// in boxes: debug builds were seen to set too little memory aside for a function with many of them.
final class Boxed<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
