import DNSMessages
import InternetNames

/// The lookups of `HTTPS` records of one loop, which receives the answers of the shared resolver on the loop's thread.
public final class ServiceLookups {
    private let resolver: ServiceResolver
    private let mailbox: Mailbox<Answer>
    private var reader: MailboxReader?
    private var handlers: [UInt64: (ServiceOffer?) -> Void] = [:]
    private var lastTicket: UInt64 = 0

    private struct Answer: Sendable {
        var ticket: UInt64
        var offer: ServiceOffer?
    }

    /// The descriptors of the lookups of one loop.
    public static let descriptors = 2

    /// Creates the lookups of a loop with a resolver.
    public init(_ loop: EventLoop, _ resolver: ServiceResolver) throws(SystemError) {
        self.resolver = resolver
        mailbox = try Mailbox()
        reader = mailbox.open(on: loop) { [unowned self] in self.receive($0) }
    }

    /// Calls the handler on the loop with the offer of the host at the port; nil if the offer stays unknown. Returns
    /// false, and never calls the handler, if the question cannot be asked now.
    public func find(_ host: String, port: UInt16, handler: @escaping (ServiceOffer?) -> Void) -> Bool {
        lastTicket += 1
        let ticket = lastTicket
        handlers[ticket] = handler
        let isAsked = resolver.find(host, port: port) { [mailbox] in mailbox.post(Answer(ticket: ticket, offer: $0)) }
        if !isAsked { handlers[ticket] = nil }
        return isAsked
    }

    private func receive(_ answer: Answer) {
        handlers.removeValue(forKey: answer.ticket)?(answer.offer)
    }
}
