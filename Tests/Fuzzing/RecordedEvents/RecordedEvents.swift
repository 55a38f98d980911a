import Foundation
import Harness
import JSONWriting
import Recording
import TransportSecurity

@testable import Audit

/// The input is one line of a recording, or several.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    areScannedAlike(UnsafeBufferPointer(start: start, count: count))
    areReadAlike(UnsafeBufferPointer(start: start, count: count))
    let data = Data(UnsafeBufferPointer(start: start, count: count))
    guard let event = try? JSONDecoder().decode(RecordedEvent.self, from: data) else { return 0 }
    switch event {
    case .decision(var decision):
        // An event without a listener (of `check`) is written without the members of a client.
        if decision.listener == nil {
            (decision.client, decision.user, decision.app, decision.method) = (nil, nil, nil, nil)
        }
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

/// Claims that a scan which remembers the endings of lines finds in them what a scan of whole lines finds.
private func areScannedAlike(_ recording: UnsafeBufferPointer<UInt8>) {
    for distinguishesFacts in [false, true] {
        var whole = ScannedLine(distinguishesFacts: distinguishesFacts)
        var remembering = ScannedLine(distinguishesFacts: distinguishesFacts, knownEndings: KnownEndings())
        // The endings of all lines are known the second time.
        for _ in 1...2 {
            var splitter = LineSplitter()
            let compare = { (line: LineSplitter.Line) in
                guard case .text(let text) = line else { return }
                claim(content(of: text, &remembering) == content(of: text, &whole), "a line that is scanned otherwise")
            }
            splitter.append(recording, compare)
            splitter.finish(compare)
        }
    }
}

/// Claims that a reader which remembers lines finds what a reader finds that scans and decodes each line as a whole.
private func areReadAlike(_ recording: UnsafeBufferPointer<UInt8>) {
    let traffic = [true, false].map { remembersLines in
        var reader = RecordingReader(
            keepingFacts: true, filter: RecordingFilter(), remembersLines: remembersLines
        ) { try JSONDecoder().decode(RecordedEvent.self, from: Data(buffer: $0)) }
        // The rests of all decisions are known the second time.
        for _ in 1...2 {
            reader.begin("recording")
            reader.read(recording)
            reader.end()
        }
        return reader.traffic
    }
    claim(traffic[0].entries == traffic[1].entries, "entries that differ")
    claim(traffic[0].sources == traffic[1].sources, "sources that differ")
    claim(traffic[0].unattributedBytes == traffic[1].unattributedBytes, "bytes that differ")
}

/// What a scan finds in a line; nil for a broken line.
private func content(of text: UnsafeBufferPointer<UInt8>, _ line: inout ScannedLine) -> [[UInt8]]? {
    do {
        try line.read(text)
    } catch {
        return nil
    }
    let numbers = [line.bytesFromClient, line.bytesFromServer, line.count, line.time.milliseconds]
    let rest = "\(line.event) \(line.id) \(numbers) \(line.hasClientRefusal)"
    return [line.kind, line.device, line.user, line.label, line.path, line.unknownName, Array(rest.utf8)]
}
