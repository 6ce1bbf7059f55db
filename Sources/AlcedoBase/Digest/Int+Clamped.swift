extension Int {
    /// Returns the sum, or the nearest number that there is: sizes and dates in a folder from elsewhere may be anything.
    package func addingClamped(_ other: Int) -> Int {
        let (sum, isBeyond) = addingReportingOverflow(other)
        return isBeyond ? (other < 0 ? .min : .max) : sum
    }
}
