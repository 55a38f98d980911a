import Foundation
import Harness
import InternetNames
import TransportSecurity

@testable import AppBundle

/// The input is a policy file: a property list in any format, JSON, or a project of XcodeGen in YAML.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let data = Data(UnsafeBufferPointer(start: start, count: count))
    for name in ["Info.plist", "project.yml"] { examine(PropertyListFile(path: name, data: data)) }
    return 0
}

private func examine(_ file: PropertyListFile) {
    let data = file.data
    do throws(PolicyFileError) {
        let app = AppPolicy(source: file.path, propertyList: try file.policyDictionary())
        explain(app)
        lint(try file.locatedPolicy(), app.linkedSDK, sizeBound: textSizeBound(data))
    } catch {
        claimHarmless(error.description, "an error")
        claim(error.description.utf8.count <= 4096, "an error of \(error.description.utf8.count) bytes")
        guard case .malformed(_, let position?, _) = error.reason else { return }
        claim(position.line >= 1 && position.column >= 0, "an error at \(position)")
        let bound = textSizeBound(data) + 1
        claim(position.line <= bound && position.column <= bound, "an error behind the end: \(position)")
    }
}

/// The largest number of bytes that the text of a file can have in UTF-8: two bytes of UTF-16 become up to three.
private func textSizeBound(_ data: Data) -> Int {
    let isUTF16 = data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF])
    return isUTF16 ? data.count + data.count / 2 : data.count
}

private func explain(_ app: AppPolicy) {
    for warning in app.warnings { claimHarmless(warning, "a warning") }
    for os in [OSVersion(.ios, 9), OSVersion(.ios, 15), .newest] {
        let policy = Policy(app.dictionary, readBy: os, linkedSDK: app.linkedSDK)
        guard let url = try? LoadURL("http://www.example.com/") else { return claim(false, "no URL") }
        for kind in LoadingAPI.allCases {
            let verdict = policy.verdict(for: url, kind: kind)
            claimHarmless(verdict.description, "a verdict")
        }
    }
}

private func lint(_ root: LocatedValue, _ linkedSDK: OSVersion?, sizeBound: Int) {
    for os in [OSVersion(.ios, 9), OSVersion(.ios, 18, 4), .newest] {
        for lint in PolicyLint(readBy: os).lints(root, linkedSDK: linkedSDK) {
            claimHarmless(lint.message, "a finding")
            claimHarmless(lint.instead, "an advice")
            claimHarmless(lint.path.description, "a path")
            claim(lint.message.utf8.count <= 4096, "a finding of \(lint.message.utf8.count) bytes")
            guard let position = lint.position else { continue }
            claim((1...sizeBound).contains(position.line), "line \(position.line) of at most \(sizeBound) bytes")
            claim((1...sizeBound).contains(position.column), "column \(position.column) of at most \(sizeBound) bytes")
        }
    }
}
