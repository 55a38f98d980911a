import Foundation

/// The retries of a transaction that met another one.
enum TransactionRetry {
    /// The number of times that the transaction is run again.
    static let limit = 8

    /// Waits for a moment of random length, because two programs must not meet again and again.
    static func pause() {
        Thread.sleep(forTimeInterval: .random(in: 0.01..<0.1))
    }
}
