import CLibevent

/// Random numbers of the system, of which 32 are taken with one system call.
public struct RandomNumbers: RandomNumberGenerator, Sendable {
    private var waiting: [UInt64] = []

    /// A generator that takes its first numbers when it is asked for one.
    public init() {}

    /// The next number.
    public mutating func next() -> UInt64 {
        if waiting.isEmpty { refill() }
        return waiting.removeLast()
    }

    private mutating func refill() {
        waiting = [UInt64](repeating: 0, count: Self.count)
        // The only reason for a failure is a system without this call.
        guard waiting.withUnsafeMutableBytes({ getentropy($0.baseAddress, $0.count) }) != 0 else { return }
        var system = SystemRandomNumberGenerator()
        for index in waiting.indices { waiting[index] = system.next() }
    }

    /// The numbers of one system call, 256 bytes: the most that getentropy(3) returns.
    static let count = 32
}
