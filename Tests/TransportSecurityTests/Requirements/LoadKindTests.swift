import Testing
import TransportSecurity

@Suite struct LoadKindTests {
    @Test(
        arguments: [
            ("URLSession", .urlSession, true), ("WebView", .webView, true), ("AVFoundation", .avFoundation, true),
            ("none", .none, false),
        ] as [(String, LoadKind, Bool)])
    func isNamedAsForAPI(name: String, kind: LoadKind, isSubject: Bool) {
        let read: LoadKind? = LoadKind(rawValue: name)
        #expect(read == .some(kind))
        #expect(kind.isSubjectToATS == isSubject)
    }
}
