#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Ends the run if a property does not hold; libFuzzer keeps the input.
public func claim(_ holds: Bool, _ sentence: @autoclosure () -> String) {
    guard !holds else { return }
    // An optimised build does not print the message of a precondition.
    let line = Array("claim: \(sentence())\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    preconditionFailure(sentence())
}

/// Claims that a displayed text has no control character, line end or mark of direction, which a terminal could obey.
public func claimHarmless(_ text: String, _ what: @autoclosure () -> String) {
    // A fast path for ASCII, because this function runs a million times a minute.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return }
    claim(
        !text.unicodeScalars.contains(where: \.isHarmful), "\(what()) has a control character: \(text.debugDescription)"
    )
}

extension Unicode.Scalar {
    fileprivate var isHarmful: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: return true
        case _: return false
        }
    }
}
