import Foundation
import Synchronization

/// The warnings of a log.
final class LogWarnings: Sendable {
    private let sentences = Mutex<[String]>([])
    var all: [String] { sentences.withLock { $0 } }
    func add(_ sentence: String) { sentences.withLock { $0.append(sentence) } }
}

/// Whether the condition becomes true within two minutes.
func holds(_ condition: () throws -> Bool) rethrows -> Bool {
    for _ in 0..<12_000 {
        if try condition() { return true }
        usleep(10_000)
    }
    return false
}
