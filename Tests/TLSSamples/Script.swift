import TLSMessages

/// What passes in a tunnel, in order.
package typealias Script = [(side: TLSInspector.Side, bytes: [UInt8])]

extension TLSInspector {
    /// Shows a script to a new inspector, each piece cut into parts of at most so many bytes.
    package static func watching(_ script: Script, by size: Int = .max) -> (inspector: TLSInspector, events: [Event]) {
        var inspector = TLSInspector()
        var events: [Event] = []
        for (side, bytes) in script {
            var start = 0
            while start < bytes.count {
                let end = start + min(size, bytes.count - start)
                inspector.observe(side, bytes[start..<end].span, appendingTo: &events)
                start = end
            }
        }
        return (inspector, events)
    }

    /// What the bytes of an array show it.
    package mutating func observe(_ side: Side, _ bytes: ArraySlice<UInt8>) -> [Event] {
        var events: [Event] = []
        observe(side, bytes.span, appendingTo: &events)
        return events
    }
}
