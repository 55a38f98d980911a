import TLSMessages

/// What passes in a tunnel, in order.
package typealias Script = [(side: Witness.Side, bytes: [UInt8])]

extension Witness {
    /// Shows a script to a new witness, each piece cut into parts of at most so many bytes.
    package static func watching(_ script: Script, by size: Int = .max) -> (witness: Witness, facts: [Fact]) {
        var witness = Witness()
        var facts: [Fact] = []
        for (side, bytes) in script {
            var start = 0
            while start < bytes.count {
                let end = start + min(size, bytes.count - start)
                witness.observe(side, bytes[start..<end].span, appendingTo: &facts)
                start = end
            }
        }
        return (witness, facts)
    }

    /// What the bytes of an array show it.
    package mutating func observe(_ side: Side, _ bytes: ArraySlice<UInt8>) -> [Fact] {
        var facts: [Fact] = []
        observe(side, bytes.span, appendingTo: &facts)
        return facts
    }
}
