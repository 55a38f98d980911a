import Harness
import TLSMessages

/// The input is what passes in a tunnel: `C` or `S` for the side, two bytes of length, the bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let packets = packets(Array(UnsafeBufferPointer(start: start, count: count)))
    let whole = Watching(packets) { [$0[...]] }
    claim(Watching(packets, Cuts.halves) == whole, "other events where packets are cut in two")
    if packets.reduce(0, { $0 + $1.bytes.count }) <= 1024 {
        claim(Watching(packets, Cuts.single) == whole, "other events byte by byte")
    }
    return 0
}

private typealias Packet = (side: TLSInspector.Side, bytes: [UInt8])

private func packets(_ input: [UInt8]) -> [Packet] {
    var choices = Choices(input)
    var packets: [Packet] = []
    while !choices.isAtEnd {
        let side: TLSInspector.Side = choices.byte() == UInt8(ascii: "S") ? .server : .client
        packets.append((side, Array(choices.piece(isLong: true))))
    }
    return packets
}

/// An inspector that was given the packets, each in pieces.
private struct Watching: Equatable {
    private var events: [TLSInspector.Event] = []
    private var refusals: [ClientRefusal?] = []
    private var isOver = false

    init(_ packets: [Packet], _ cut: ([UInt8]) -> [ArraySlice<UInt8>]) {
        var inspector = TLSInspector()
        var heldBack: [TLSInspector.Side: Int] = [.client: 0, .server: 0]
        for packet in packets {
            for piece in cut(packet.bytes) {
                let wasOver = inspector.isDone
                let known = events.count
                inspector.observe(packet.side, piece.span, appendingTo: &events)
                let isNew = events.count > known
                claim(!wasOver || (!isNew && inspector.isDone), "an inspector that was done went on")
                claim(inspector.bufferedByteCount <= 512 << 10, "\(inspector.bufferedByteCount) bytes are held")
                for side in [TLSInspector.Side.client, .server] {
                    guard inspector.needsMore(from: side) else { continue }
                    heldBack[side, default: 0] += side == packet.side ? piece.count : 0
                    // One record more than the limit, since it is asked for at the ends of records alone.
                    claim(
                        heldBack[side, default: 0] <= TLSInspector.heldBackLimit + (17 << 10) + piece.count,
                        "\(heldBack[side, default: 0]) bytes are held back")
                }
            }
        }
        for side in [TLSInspector.Side.client, .server] { inspector.observeEnd(of: side, appendingTo: &events) }
        refusals = [.client, .server, nil].map(inspector.refusal(closedBy:))
        isOver = inspector.isDone
        claim(events.count <= 64, "\(events.count) events")
        for refusal in refusals { claimHarmless(refusal?.description ?? "", "a refusal") }
        for event in events { Self.claimHarmlessEvent(event) }
    }

    private static func claimHarmlessEvent(_ event: TLSInspector.Event) {
        switch event {
        case .fault(_, let reason): claimHarmless(reason.description, "\(reason)")
        case .alert(_, let alert): claimHarmless(alert.name, "the name of an alert")
        case .clientHello, .serverHello, .certificates, .certificateStatus, .serverKeyExchange, .certificateRequest,
            .resumed, .sessionTicket, .encryptedAlert, .applicationData, .clientAnswered, .cleartext, .serverSpokeFirst:
            break
        }
    }
}
