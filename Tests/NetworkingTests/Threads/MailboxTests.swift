import Networking
import Testing

@Suite struct MailboxTests {
    @Test func messagesArriveInOrder() throws {
        let loop = try EventLoop()
        let mailbox = try Mailbox<Int>()
        var received: [Int] = []
        let reader = mailbox.open(on: loop) { number in
            received.append(number)
            if number == 99_999 { loop.stop() }
        }
        try SystemThread.start(named: "poster") {
            for number in 0..<100_000 { mailbox.post(number) }
        }
        #expect(runs(loop))
        #expect(received == Array(0..<100_000))
        withExtendedLifetime(reader) {}
    }
}
