import Foundation

/// The limit and the pauses for the repetition of a transaction that conflicted with another one.
enum TransactionRetry {
    /// The number of times that a transaction is run again.
    static let limit = 8

    /// Blocks the thread for 10 to 100 ms at random. With equal pauses, two programs could conflict again and again.
    static func pause() {
        Thread.sleep(forTimeInterval: .random(in: 0.01..<0.1))
    }
}
