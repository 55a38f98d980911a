import Captures
import Events
import Foundation
import Harness

/// The input says how a request is cut into segments, in which order these are captured, and which come twice. Whatever
/// it says, the request is read.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var choices = Array(UnsafeBufferPointer(start: start, count: count))[...]
    func choose(below limit: Int) -> Int { limit < 2 ? 0 : Int(choices.popFirst() ?? 0) % limit }
    let request = Array(
        "GET /path HTTP/1.1\r\nHost: stream.example\r\nX: \(String(repeating: "x", count: 300))\r\n\r\n".utf8)
    let first = UInt32.max - UInt32(choose(below: 200))
    var segments: [Range<Int>] = []
    var offset = 0
    while offset < request.count, segments.count < 60 {
        let end = min(request.count, offset + 1 + choose(below: 255))
        segments.append(max(0, offset - choose(below: 8))..<end)
        offset = end
    }
    segments.append(offset..<request.count)
    segments += segments.filter { _ in choose(below: 3) == 0 }
    for index in segments.indices.dropLast() { segments.swapAt(index, index + choose(below: segments.count - index)) }
    var file = magic + packet([], at: first &- 1, flags: 2)
    for segment in segments {
        file += packet(Array(request[segment]), at: first &+ UInt32(segment.lowerBound), flags: 0x10)
    }
    let written = Lines()
    var capture = Capture(.pcap, head: magic) { written.bytes += $0 }
    file.withUnsafeBufferPointer { capture.read($0) }
    capture.finish()
    claim(capture.counts.loads == 1, "\(capture.counts.loads) loads of one request")
    claim(String(decoding: written.bytes, as: UTF8.self).contains("\"stream.example\""), "another host")
    claim(capture.counts.connectionsWithGaps == 0, "a gap in a whole stream")
    return 0
}

/// The header of a big-endian pcap file with packets of IP.
private let magic: [UInt8] =
    [0xA1, 0xB2, 0xC3, 0xD4, 0, 2, 0, 4] + [UInt8](repeating: 0, count: 8) + [0, 4, 0, 0, 0, 0, 0, 101]

private func packet(_ payload: [UInt8], at sequence: UInt32, flags: UInt8) -> [UInt8] {
    let segment: [UInt8] =
        [0xC0, 0, 0, 80] + big(sequence) + [0, 0, 0, 1, 0x50, flags, 255, 255, 0, 0, 0, 0] + payload
    let length = UInt32(20 + segment.count)
    let header: [UInt8] = [0x45, 0] + big(length).suffix(2) + [0, 0, 0x40, 0, 64, 6, 0, 0, 192, 0, 2, 1, 192, 0, 2, 2]
    return [0, 0, 0, 1, 0, 0, 0, 0] + big(length) + big(length) + header + segment
}

private func big(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}

private final class Lines {
    var bytes: [UInt8] = []
}
