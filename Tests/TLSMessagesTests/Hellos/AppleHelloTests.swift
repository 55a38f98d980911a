import InternetNames
import TLSMessages
import TLSSamples
import Testing
import TransportSecurity

@Suite struct AppleHelloTests {
    private var generator = SystemRandomNumberGenerator()

    private mutating func read(_ host: Host = .name("example.com"), hybrid: Bool = true) throws
        -> (AppleHello, ClientHello)
    {
        let hello = AppleHello(to: host, hasHybridShare: hybrid, using: &generator)
        let (_, events) = TLSInspector.watching([(.client, hello.bytes)])
        guard case .clientHello(let read) = events.first, events.count == 1 else {
            throw UnreadableHello(events: "\(events)")
        }
        return (hello, read)
    }

    private struct UnreadableHello: Error {
        var events: String
    }

    /// Counts the numbers that are taken, each of which costs a system call in the system's own generator.
    private struct CountedNumbers: RandomNumberGenerator {
        var count = 0
        private var numbers = SystemRandomNumberGenerator()

        mutating func next() -> UInt64 {
            count += 1
            return numbers.next()
        }
    }

    @Test func takesOneNumber() {
        var numbers = CountedNumbers()
        let hellos = [true, false, true].map {
            AppleHello(to: .name("example.com"), hasHybridShare: $0, using: &numbers).bytes
        }
        #expect(numbers.count == hellos.count)
        #expect(Set(hellos).count == hellos.count)
    }

    /// Extension by extension what the capture of Safari 26.0 has (tests/signatures of curl-impersonate), with the share.
    @Test mutating func hasTheExtensionsOfTheCaptureInTheirOrder() throws {
        for hybrid in [true, false] {
            let (_, hello) = try read(hybrid: hybrid)
            #expect(hello.unreadableExtensions == [] && hello.duplicateExtensions == [])
            let types = hello.extensionTypes
            #expect(
                types.dropFirst().dropLast().map(\.rawValue) == [
                    0, 23, 0xFF01, 10, 11, 16, 5, 13, 18, 51, 45, 43, 27,
                ])
            #expect(types.first?.isGREASE == true && types.last?.isGREASE == true && types.first != types.last)
            #expect(hello.legacyVersion == 0x0303 && hello.sessionID.count == 32)
            #expect(hello.serverName == "example.com" && hello.applicationProtocols == ["h2", "http/1.1"])
            #expect(hello.supportedVersions?.dropFirst() == [0x0304, 0x0303, 0x0302, 0x0301])
            let offer = AppleHello.offer
            #expect(Array(hello.cipherSuites.dropFirst()) == offer.cipherSuites)
            #expect(
                hello.signatureSchemes?.map(\.rawValue) == [
                    0x0403, 0x0804, 0x0401, 0x0503, 0x0805, 0x0805, 0x0501, 0x0806, 0x0601, 0x0201,
                ])
            let groups: [UInt16] = (hybrid ? [4588] : []) + [29, 23, 24, 25]
            #expect(hello.supportedGroups?.dropFirst().map(\.rawValue) == groups)
            #expect(hello.keyShareGroups?.dropFirst().map(\.rawValue) == (hybrid ? [4588, 29] : [29]))
            #expect(hello.supportedGroups?.first == hello.keyShareGroups?.first && hello.hasGREASE)
        }
    }

    @Test mutating func needsTwoSegmentsWithTheShareAlone() throws {
        let (large, _) = try read()
        #expect(large.bytes.count > 1500 && large.segments.count == 2)
        #expect(large.segments.allSatisfy { $0.count <= 1440 } && large.segments.flatMap { $0 } == large.bytes)
        let (small, _) = try read(hybrid: false)
        #expect(small.bytes.count < 600 && small.segments.count == 1)
        #expect(large.bytes.count - small.bytes.count == 1216 + 4 + 2)
    }

    /// FIPS 203 §7.2: each coefficient of an encapsulation key is below 3,329.
    @Test mutating func hasAWellFormedKey() throws {
        for _ in 0..<20 {
            let (hello, _) = try read()
            // The group and the length of the share.
            let mark: [UInt8] = [0x11, 0xEC, 0x04, 0xC0]
            let start = try #require(hello.bytes.firstRange(of: mark)?.upperBound)
            let key = hello.bytes[start..<start + 1216]
            for place in stride(from: start, to: start + 1152, by: 3) {
                let bits = Int(key[place]) | Int(key[place + 1]) << 8 | Int(key[place + 2]) << 16
                #expect(bits & 0xFFF < 3329 && bits >> 12 < 3329)
            }
        }
    }

    @Test mutating func namesNoAddress() throws {
        let (_, hello) = try read(.address(.v4(0x7F00_0001)))
        #expect(hello.serverName == nil)
        let (_, named) = try read(.name("example.com."))
        #expect(named.serverName == "example.com")
    }
}
