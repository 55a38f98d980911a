import Testing

@testable import OpenSSL

@Suite struct OpenSSLVersionTests {
    @Test func tellsTheLibraryInUse() {
        #expect(OpenSSLVersion.text.hasPrefix("OpenSSL \(OpenSSLVersion.number) "))
        // The tests use the library of the system. run-packages tries the program that contains OpenSSL.
        #expect(!OpenSSLVersion.isInProgram)
    }
}
