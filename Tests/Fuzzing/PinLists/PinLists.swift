import Harness
import InternetNames
import Watching

/// The input is a list of pins, or Android's network security configuration.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if bytes.first == UInt8(ascii: "<") { return examineAndroid(bytes) }
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count
    do throws(PinList.Malformed) {
        let list = try PinList(lines: text, named: "list")
        claim(!list.entries.isEmpty && list.entries.count <= lines, "more entries than lines")
        for entry in list.entries {
            claim(!entry.digests.isEmpty && entry.digests.allSatisfy { $0.count == 32 }, "a pin that is no digest")
            guard case .host(let name) = entry.pattern, let host = Host(name) else { continue }
            claim(entry.pattern.covers(host), "\(name) does not cover itself")
            claim(list.pins(of: host) != nil, "a host without its pins")
        }
    } catch {
        claim(error.line.map { (1...lines).contains($0) } ?? true, "a line that there is not")
    }
    return 0
}

private func examineAndroid(_ bytes: [UInt8]) -> CInt {
    do throws(PinList.Malformed) {
        guard let list = try PinList(networkSecurity: bytes, named: "file") else { return 0 }
        claim(list.entries.count <= PinList.entryLimit, "more entries than the limit")
        for entry in list.entries {
            claim(entry.digests.allSatisfy { $0.count == 32 }, "a pin that is no digest")
        }
    } catch {
        claim((error.line ?? 1) >= 1, "a line before the first")
    }
    return 0
}
