import Testing
import TransportSecurity

@Suite struct LoadingAPITests {
    @Test(
        arguments: [
            ("URLSession", .urlSession, true), ("WebView", .webView, true), ("AVFoundation", .avFoundation, true),
            ("none", .none, false),
        ] as [(String, LoadingAPI, Bool)])
    func isNamedAsForAPI(name: String, kind: LoadingAPI, isSubject: Bool) {
        let read: LoadingAPI? = LoadingAPI(rawValue: name)
        #expect(read == .some(kind))
        #expect(kind.isSubjectToATS == isSubject)
    }
}
