import TLSMessages

/// The sides of a tunnel whose bytes wait with the caller, and the time limit for them.
struct WaitingBytes {
    /// The sides whose bytes wait.
    private(set) var sides: TLSInspector.Sides = []
    /// The sides that are no longer held back, because they have ended or their time was up.
    private(set) var exempted: TLSInspector.Sides = []
    /// Whether the caller was asked to limit the time, since bytes last began to wait.
    private var isTimed = false

    /// Bytes of that side wait.
    mutating func add(_ side: TLSInspector.Side) {
        sides.insert(TLSInspector.Sides(side))
    }

    /// Holds these sides back no longer.
    mutating func exempt(_ sides: TLSInspector.Sides) {
        exempted.formUnion(sides)
    }

    /// The caller discards all bytes.
    mutating func discard() {
        sides = []
    }

    /// Appends the commands that pass the bytes of these sides.
    mutating func pass(_ passing: TLSInspector.Sides, _ commands: inout [Tunnel.Command]) {
        sides.subtract(passing)
        for side in passing.members { commands.append(.pass(side)) }
    }

    /// Appends the command that limits the time, unless no bytes wait or their time is limited already.
    mutating func limitTime(to seconds: Double, _ commands: inout [Tunnel.Command]) {
        if !sides.isEmpty, !isTimed { commands.append(.wait(seconds: seconds)) }
        isTimed = !sides.isEmpty
    }
}
