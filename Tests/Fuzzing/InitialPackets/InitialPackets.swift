import Captures
import Harness

/// The input is the payload of datagrams to port 443, each behind two bytes with its length.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var rest = Array(UnsafeBufferPointer(start: start, count: count))[...]
    var file = magic
    var datagrams = 0
    while rest.count >= 2 {
        let length = min(rest.count - 2, Int(rest[rest.startIndex]) << 8 | Int(rest[rest.startIndex + 1]), 60_000)
        file += packet(Array(rest.dropFirst(2).prefix(length)))
        rest = rest.dropFirst(2 + length)
        datagrams += 1
    }
    var capture = Capture(.pcap, head: magic) { _ in }
    file.withUnsafeBufferPointer { capture.read($0) }
    capture.finish()
    claim(capture.counts.fault == nil && capture.counts.packets == datagrams, "a packet that was not read")
    claim(capture.counts.loads + capture.counts.unreadQUIC <= 1, "several connections between two ends")
    return 0
}

/// The header of a big-endian pcap file with packets of IP.
private let magic: [UInt8] =
    [0xA1, 0xB2, 0xC3, 0xD4, 0, 2, 0, 4] + [UInt8](repeating: 0, count: 8) + [0, 4, 0, 0, 0, 0, 0, 101]

private func packet(_ payload: [UInt8]) -> [UInt8] {
    let datagram = [0xC0, 0, 1, 187] + big(UInt32(8 + payload.count)).suffix(2) + [0, 0] + payload
    let length = UInt32(20 + datagram.count)
    let header: [UInt8] =
        [0x45, 0] + big(length).suffix(2) + [0, 0, 0x40, 0, 64, 17, 0, 0, 192, 0, 2, 1, 192, 0, 2, 2]
    return [0, 0, 0, 1, 0, 0, 0, 0] + big(length) + big(length) + header + datagram
}

private func big(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}
