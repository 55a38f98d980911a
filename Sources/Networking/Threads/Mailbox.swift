import CLibevent
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The door into an event loop: any thread posts values, and the loop's thread receives them in order.
public final class Mailbox<Message: Sendable>: Sendable {
    private let letters = Mutex<[Message]>([])
    private let readEnd: Int32
    private let writeEnd: Int32

    /// A mailbox without a reader; what is posted waits for `open`.
    public init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError.last("pipe") }
        readEnd = ends[0]
        writeEnd = ends[1]
        for end in ends {
            evutil_make_socket_nonblocking(end)
            evutil_make_socket_closeonexec(end)
        }
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Posts a message. Never waits for the reader.
    public func post(_ message: Message) {
        let wasEmpty = letters.withLock { letters in
            letters.append(message)
            return letters.count == 1
        }
        // A pipe that is full wakes the reader just as well.
        if wasEmpty { _ = write(writeEnd, "!", 1) }
    }

    /// Receives on that loop, as long as the returned reader lives.
    public func open(on loop: EventLoop, handler: @escaping (Message) -> Void) -> MailboxReader {
        let event = DescriptorEvent(loop, readEnd, .readable) { [readEnd, unowned self] in
            var signs = (UInt64(0), UInt64(0))
            _ = read(readEnd, &signs, 16)
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
