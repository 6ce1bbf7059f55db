/// A mutex with a condition variable.
///
/// `@unchecked Sendable` is sound because both are made for use by several threads, and have fixed addresses.
package final class Condition: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let variable = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(variable, nil)
    }

    deinit {
        pthread_cond_destroy(variable)
        pthread_mutex_destroy(mutex)
        variable.deallocate()
        mutex.deallocate()
    }

    package func withLock<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }

    /// Releases the mutex, waits for ``broadcast()`` or ``signal()``, and takes the mutex again. It may also return
    /// without either. Call it within ``withLock(_:)``.
    package func wait() {
        pthread_cond_wait(variable, mutex)
    }

    /// Wakes one waiting thread.
    package func signal() {
        pthread_cond_signal(variable)
    }

    /// Wakes all waiting threads.
    package func broadcast() {
        pthread_cond_broadcast(variable)
    }
}
