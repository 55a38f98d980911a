import Harness
import TLSMessages

/// The input is what passes in a tunnel: `C` or `S` for the side, two bytes of length, the bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let packets = packets(Array(UnsafeBufferPointer(start: start, count: count)))
    let whole = Watching(packets) { [$0[...]] }
    claim(Watching(packets, Cuts.halves) == whole, "other facts where packets are cut in two")
    if packets.reduce(0, { $0 + $1.bytes.count }) <= 1024 {
        claim(Watching(packets, Cuts.single) == whole, "other facts byte by byte")
    }
    return 0
}

private typealias Packet = (side: Witness.Side, bytes: [UInt8])

private func packets(_ input: [UInt8]) -> [Packet] {
    var choices = Choices(input)
    var packets: [Packet] = []
    while !choices.isAtEnd {
        let side: Witness.Side = choices.byte() == UInt8(ascii: "S") ? .server : .client
        packets.append((side, Array(choices.piece(isLong: true))))
    }
    return packets
}

/// A witness who was shown the packets, each in pieces.
private struct Watching: Equatable {
    private var facts: [Witness.Fact] = []
    private var refusals: [ClientRefusal?] = []
    private var isOver = false

    init(_ packets: [Packet], _ cut: ([UInt8]) -> [ArraySlice<UInt8>]) {
        var witness = Witness()
        var heldBack: [Witness.Side: Int] = [.client: 0, .server: 0]
        for packet in packets {
            for piece in cut(packet.bytes) {
                let wasOver = witness.hasNothingMoreToLearn
                let known = facts.count
                witness.observe(packet.side, piece.span, appendingTo: &facts)
                let isNew = facts.count > known
                claim(!wasOver || (!isNew && witness.hasNothingMoreToLearn), "a witness who knew all learnt more")
                claim(witness.heldByteCount <= 512 << 10, "\(witness.heldByteCount) bytes are held")
                for side in [Witness.Side.client, .server] {
                    guard witness.needsMore(from: side) else { continue }
                    heldBack[side, default: 0] += side == packet.side ? piece.count : 0
                    // One record more than the limit, since it is asked for at the ends of records alone.
                    claim(
                        heldBack[side, default: 0] <= Witness.heldBackLimit + (17 << 10) + piece.count,
                        "\(heldBack[side, default: 0]) bytes are held back")
                }
            }
        }
        for side in [Witness.Side.client, .server] { witness.observeEnd(of: side, appendingTo: &facts) }
        refusals = [.client, .server, nil].map(witness.refusal(closedBy:))
        isOver = witness.hasNothingMoreToLearn
        claim(facts.count <= 64, "\(facts.count) facts")
        for refusal in refusals { claimHarmless(refusal?.prose ?? "", "a refusal") }
        for fact in facts { Self.claimHarmlessFact(fact) }
    }

    private static func claimHarmlessFact(_ fact: Witness.Fact) {
        switch fact {
        case .unparsed(_, let reason): claimHarmless(reason.prose, "\(reason)")
        case .alert(_, let alert): claimHarmless(alert.name, "the name of an alert")
        case .clientHello, .serverHello, .certificates, .certificateStatus, .serverKeyExchange, .certificateRequest,
            .resumed, .sessionTicket, .encryptedAlert, .applicationData, .clientAnswered, .cleartext, .serverSpokeFirst:
            break
        }
    }
}
