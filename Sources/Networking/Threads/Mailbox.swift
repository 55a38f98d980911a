import Synchronization

/// A queue of messages into an event loop: any thread posts values, and the loop's thread receives them in order.
public final class Mailbox<Message: Sendable>: Sendable {
    private let letters = Mutex<[Message]>([])
    private let pipe: SelfPipe

    /// A mailbox without a reader; posted values wait for `open`.
    public init() throws(SystemError) {
        pipe = try SelfPipe()
    }

    /// Posts a message. Never waits for the reader.
    public func post(_ message: Message) {
        let wasEmpty = letters.withLock { letters in
            letters.append(message)
            return letters.count == 1
        }
        if wasEmpty { pipe.signal() }
    }

    /// Receives on that loop, as long as the returned reader lives.
    public func open(on loop: EventLoop, handler: @escaping (Message) -> Void) -> MailboxReader {
        let event = DescriptorEvent(loop, pipe.readEnd, .readable) { [unowned self] in
            self.pipe.drain()
            let received = self.letters.withLock { letters in
                let all = letters
                letters = []
                return all
            }
            for message in received { handler(message) }
        }
        event.enable()
        return MailboxReader(event: event, mailbox: self)
    }
}

/// The reading side of a mailbox, alive on its loop.
public final class MailboxReader {
    private let event: DescriptorEvent
    private let mailbox: AnyObject

    init(event: DescriptorEvent, mailbox: AnyObject) {
        self.event = event
        self.mailbox = mailbox
    }
}
