import Testing

@testable import TransportSecurity

@Suite struct LargeHelloAnswerTests {
    private static let refused = LargeHelloAnswer(size: 1542, result: .refused(.closed))
    private static let silent = LargeHelloAnswer(size: 1542, result: .silent)
    private static let hybrid = LargeHelloAnswer(size: 1542, result: .answered(.tls1_3, .x25519MLKEM768))
    private static let classic = LargeHelloAnswer(size: 1542, result: .answered(.tls1_3, .x25519))

    /// A server that breaks on the size of a hello fails under the systems that send it, with and without ATS, and under
    /// no other.
    @Test(arguments: [refused, silent, hybrid, classic], ["ios18", "ios18.4", "ios26", "ios26.4", "ios27", "macos26"])
    func violatesUnderTheSystemsThatSendTheHello(answer: LargeHelloAnswer, name: String) throws {
        let os = try #require(OSVersion(name))
        for requirements in [Sample.requirements(os), Sample.requirements(os, change: Sample.off)] {
            let handshake = Sample.handshake {
                $0.offer = Offer(judging: requirements)
                $0.largeHello = answer
            }
            let outcome = CompletedHandshake().evaluate(
                Sample.secure(Sample.chain(), handshake), under: requirements, at: Sample.now)
            #expect((outcome.kind == .violation) == (answer.fault != nil && os.version.major >= 26))
            guard let finding = outcome.finding else { continue }
            #expect(finding.message.contains("1542 bytes") && finding.exception == nil)
            #expect(finding.briefReason.contains("1542 bytes"))
        }
    }

    /// Where the answer is not known, nothing says that the system's handshake succeeds.
    @Test(arguments: LargeHelloAnswer.Obstacle.allCases, ["ios18.4", "ios26", "ios27"])
    func provesNothingWhereItIsNotKnown(obstacle: LargeHelloAnswer.Obstacle, name: String) throws {
        let os = try #require(OSVersion(name))
        for requirements in [Sample.requirements(os), Sample.requirements(os, change: Sample.off)] {
            let handshake = Sample.handshake {
                $0.offer = Offer(judging: requirements)
                $0.largeHello = LargeHelloAnswer(size: 1542, result: .unknown(obstacle))
            }
            let outcome = CompletedHandshake().evaluate(
                Sample.secure(Sample.chain(), handshake), under: requirements, at: Sample.now)
            let isSent = os.version.major >= 26
            #expect((outcome.kind == .unproven) == isSent && (outcome.finding == nil))
        }
    }

    /// The size is not the reason where the answer breaks the protocol.
    @Test func aWrongAnswerIsNoMatterOfSize() throws {
        let requirements = Sample.requirements(try #require(OSVersion("ios27")))
        let handshake = Sample.handshake {
            $0.offer = Offer(judging: requirements)
            $0.largeHello = LargeHelloAnswer(size: 1542, result: .refused(.malformed("a key of P-256")))
        }
        let finding = CompletedHandshake().evaluate(
            Sample.secure(Sample.chain(), handshake), under: requirements, at: Sample.now
        ).finding
        #expect(finding?.message.contains("larger than one TCP segment") == false && finding?.cause == nil)
    }

    /// What a server chooses for another hello is not what the system gets.
    @Test func anotherVersionProvesNothing() throws {
        let requirements = Sample.requirements(try #require(OSVersion("ios27")))
        let handshake = Sample.handshake {
            $0.offer = Offer(judging: requirements)
            $0.largeHello = LargeHelloAnswer(size: 1542, result: .answered(.tls1_0, nil))
        }
        let outcome = CompletedHandshake().evaluate(
            Sample.secure(Sample.chain(), handshake), under: requirements, at: Sample.now)
        #expect(outcome.kind == .unproven)
    }

    @Test(
        arguments: [
            (hybrid, ATSGeneration.current, "yes", NamedGroup.x25519MLKEM768), (classic, .current, "no", .x25519),
            (refused, .ios26, "breaks", .x25519), (silent, .current, "breaks", .x25519), (nil, .current, nil, .x25519),
            (LargeHelloAnswer(size: 1542, result: .unknown(.slow)), .current, nil, .x25519),
            (hybrid, .ios18, nil, .x25519),
        ] as [(LargeHelloAnswer?, ATSGeneration, String?, NamedGroup)])
    func saysWhatTheSystemGets(answer: LargeHelloAnswer?, generation: ATSGeneration, text: String?, group: NamedGroup) {
        let handshake = Sample.handshake {
            $0.offer = Offer(generation: generation)
            $0.largeHello = answer
        }
        #expect(handshake.postQuantumKeyExchange == text && handshake.groupOfSystem == group)
    }
}
