import Foundation

/// What is done about a transaction that met another one.
enum Conflicts {
    /// How many times the transaction is run again.
    static let limit = 8

    /// Waits for a moment of random length, so that two programs do not meet again and again.
    static func pause() {
        Thread.sleep(forTimeInterval: .random(in: 0.01..<0.1))
    }
}
