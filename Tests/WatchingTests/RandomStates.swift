import TransportSecurity

@testable import Watching

/// A generator with a seed (SplitMix64), so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}

extension ServerState {
    /// Any state with few different values, so that two often share some.
    static func random(using generator: inout SeededGenerator) -> ServerState {
        var state = ServerState()
        if Int.random(in: 0..<4, using: &generator) == 0 { state.outage = "The server is away." }
        let day = Int64.random(in: 0..<3, using: &generator)
        state.certificate = Leaf(
            key: ["a", "b"].randomElement(using: &generator) ?? "",
            issuer: ["CN=A", "CN=B"].randomElement(using: &generator) ?? "",
            notAfter: Instant(seconds: (100 + day) * 86_400))
        state.connection = Connection(
            version: [.tls1_2, .tls1_3].randomElement(using: &generator) ?? .tls1_2,
            cipher: ["X", "Y"].randomElement(using: &generator) ?? "",
            group: [nil, "x25519", "X25519MLKEM768"].randomElement(using: &generator) ?? nil)
        for kind in Condition.Kind.allCases {
            for name in ["one", "two"] where Int.random(in: 0..<4, using: &generator) == 0 {
                state.conditions.append(Condition(kind, name: name, text: "\(kind) \(name)"))
            }
        }
        if Bool.random(using: &generator) { state.pins = ["A pin of list is the key of CN=A."] }
        return state
    }
}
