import Foundation
import Harness
import JSONWriting
import TerminalDisplay
import TransportSecurity
@testable import Events
@testable import Recordings

/// The input is one line of a recording, or several.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    hashesTellKinds(UnsafeBufferPointer(start: start, count: count))
    isCondensedAlike(UnsafeBufferPointer(start: start, count: count))
    let data = Data(UnsafeBufferPointer(start: start, count: count))
    guard let event = try? JSONDecoder().decode(RecordedEvent.self, from: data) else { return 0 }
    switch event {
    case .decision(let decision):
        survives(decision, .decision(decision))
        for usesColour in [false, true] {
            let line = TerminalLine(secondsFromUTC: 3600, usesColour: usesColour).text(of: decision)
            claimHarmless(line.replacing("\u{1B}[", with: ""), "a line for a terminal")
            claim(line.unicodeScalars.count <= 1400, "a line of \(line.unicodeScalars.count) characters")
        }
    case .facts(let facts): survives(facts, .facts(facts))
    case .closed(let closed): survives(closed, .closed(closed))
    case .lost(let lost):
        survives(lost, .lost(lost))
        claimHarmless(TerminalLine().text(of: lost), "a line for a terminal")
    case .policy(let policy): survives(policy, .policy(policy))
    case .trust(let trust): survives(trust, .trust(trust))
    case .segment(let segment): survives(segment, .segment(segment))
    case .label(let label): survives(label, .label(label))
    case .service(let service): survives(service, .service(service))
    case .unknown: break
    }
    return 0
}

/// Claims that the event is written as one harmless line, and read as the same event.
private func survives(_ writable: some JSONWritable, _ event: RecordedEvent) {
    let line = writable.line
    guard let text = String(validating: line, as: UTF8.self) else { return claim(false, "a line that is no UTF-8") }
    claimHarmless(text, "a line")
    do {
        let again = try JSONDecoder().decode(RecordedEvent.self, from: Data(line))
        claim(again == event, "\(event) becomes \(again)")
    } catch {
        claim(false, "\(text) cannot be read back: \(error)")
    }
}

/// Decodes lines, with a digest that is good enough for tests (FNV-1a, twice).
private func makeDecoder() -> EventDecoder {
    let decoder = JSONDecoder()
    return EventDecoder(digest: digest) { try decoder.decode(RecordedEvent.self, from: Data(buffer: $0)) }
}

private func digest(_ bytes: [UInt8]) -> [UInt8] {
    [UInt64(0xCBF2_9CE4_8422_2325), 0x9E37_79B9_7F4A_7C15].flatMap { seed in
        let hash = bytes.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return (0..<8).map { UInt8(truncatingIfNeeded: hash >> (8 * $0)) }
    }
}

/// Claims that decisions whose members have an equal hash are of one kind.
private func hashesTellKinds(_ recording: UnsafeBufferPointer<UInt8>) {
    let decoder = makeDecoder()
    var scanned = ScannedLine()
    var kinds: [UInt64: LoadKindID] = [:]
    var splitter = LineSplitter()
    let compare = { (line: LineSplitter.Line) in
        guard case .text(let text) = line, (try? scanned.read(text)) != nil,
            case .decision(let event)? = try? decoder.event(in: text)
        else { return }
        let kind = event.kindID(digest: digest)
        claim(kinds[scanned.membersHash, default: kind] == kind, "two kinds with one hash")
        kinds[scanned.membersHash] = kind
    }
    splitter.append(recording, compare)
    splitter.finish(compare)
}

/// Claims that the condensed recording says what the recording says.
private func isCondensedAlike(_ recording: UnsafeBufferPointer<UInt8>) {
    guard !recording.isEmpty, CondensedHeader.beginning(recording, isWhole: true) == .recording else { return }
    var condenser = RecordingCondenser(makeDecoder())
    condenser.begin("recording")
    condenser.read(recording)
    condenser.end(isDamaged: false)
    do {
        var merge = try CondensedMerge([[CondensedLines(try condenser.takeLines(), name: "condensed")]])
        var condensed: [UInt8] = []
        while let line = try merge.next() { condensed += line + [0x0A] }
        let (direct, read) = (traffic(of: recording), condensed.withUnsafeBufferPointer { traffic(of: $0) })
        claim(read.entries == direct.entries, "entries that differ")
        claim(read.undecidedLoads == direct.undecidedLoads, "loads without a decision that differ")
        claim(read.unendedLoads == direct.unendedLoads, "loads without an end that differ")
        claim(read.unattributedBytes == direct.unattributedBytes, "bytes that differ")
    } catch {
        claim(false, "a condensed recording that cannot be merged: \(error)")
    }
}

private func traffic(of recording: UnsafeBufferPointer<UInt8>) -> RecordedTraffic {
    var reader = RecordingReader(keepingFacts: true, makeDecoder())
    reader.begin("recording")
    reader.read(recording)
    reader.end()
    return reader.traffic
}
