#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Ends the run where something does not hold that must hold of every input; libFuzzer keeps the input.
public func claim(_ holds: Bool, _ sentence: @autoclosure () -> String) {
    guard !holds else { return }
    // An optimised build prints nothing of a precondition.
    let line = Array("claim: \(sentence())\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    preconditionFailure(sentence())
}

/// Claims that a text for people holds nothing that a terminal may obey: no control character, no end of a line, no
/// mark of direction.
public func claimHarmless(_ text: String, _ what: @autoclosure () -> String) {
    // Most texts are plain ASCII, and this is asked a million times a minute.
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
