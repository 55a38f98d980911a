import InternetNames
import Networking
import Recording
import TransportSecurity

/// Sends what one worker sees to those who show traffic while it happens, at most four times a second.
///
/// Nothing waits for them: while the last batch is not taken, loads are counted here.
final class LiveFeed {
    private let traffic: LiveTraffic
    private let worker: Int
    private var aggregate: LiveAggregate
    private var timer: Timer?

    /// The time between two batches in milliseconds.
    private static let interval = 250

    init(_ loop: EventLoop, _ traffic: LiveTraffic, worker: Int) {
        self.traffic = traffic
        self.worker = worker
        aggregate = LiveAggregate(worker: worker)
        timer = Timer(loop) { [unowned self] in self.send() }
    }

    deinit {
        finish()
    }

    /// Leaves what is not sent yet, if there is room for it.
    func finish() {
        if !aggregate.isEmpty { _ = traffic.offer(aggregate.takeBatch(), of: worker) }
    }

    /// Counts a decision on a load.
    func count(_ event: borrowing DecisionEvent, of load: inout LoadDescription) {
        let key = LiveKindKey { hasher in
            hasher.combine(load.requirements.liveHash)
            hasher.combine(load.authority.port)
            hasher.combine(load.route)
            hasher.combine(load.liveKind)
            hasher.combine(event.scheme)
            hasher.combine(event.facts)
            Self.combine(event, into: &hasher)
            guard let tls = event.tls else { return }
            hasher.combine(tls.value.source)
            hasher.combine(tls.value.version)
            hasher.combine(tls.value.cipher)
            hasher.combine(event.tunnel)
            hasher.combine(event.accepted)
        }
        let number = aggregate.count(
            key, of: load.client.address, user: load.request.user, in: load.label?.text, at: event.time,
            after: load.liveKind
        ) { copy event }
        let isFirst = load.liveKind == nil
        if isFirst { load.liveKind = number } else { load.secondLiveKind = number }
        if let end = load.liveEnd { aggregate.end(number, with: end, isFirst: isFirst) }
        sendLater()
    }

    /// Counts a decision on a client that was refused before there was a load.
    func count(_ event: borrowing DecisionEvent, of client: IPAddress) {
        let key = LiveKindKey { hasher in
            hasher.combine(event.listener)
            Self.combine(event, into: &hasher)
        }
        _ = aggregate.count(key, of: client, user: nil, in: nil, at: event.time, after: nil) { copy event }
        sendLater()
    }

    /// Counts the end of a load. A load in `observe` may end before the facts for its decision are known; its end
    /// counts once it is decided on.
    func end(_ event: borrowing ClosedEvent, of load: inout LoadDescription) {
        let end = LiveEnd(event)
        load.liveEnd = end
        guard let kind = load.liveKind else { return }
        aggregate.end(kind, with: end, isFirst: true)
        if let second = load.secondLiveKind { aggregate.end(second, with: end, isFirst: false) }
        sendLater()
    }

    private static func combine(_ event: borrowing DecisionEvent, into hasher: inout Hasher) {
        hasher.combine(event.mode)
        hasher.combine(event.decision)
        if let error = event.error { hasher.combine(error.kind) }
        // Nearly all loads have neither.
        if event.violations.isEmpty, event.warnings.isEmpty { return }
        for violation in event.violations { hasher.combine(violation.rule) }
        hasher.combine(event.violations.count)
        for warning in event.warnings { hasher.combine(warning.rule) }
    }

    private func sendLater() {
        guard let timer, !timer.isRunning else { return }
        timer.start(milliseconds: Self.interval)
    }

    private func send() {
        guard !aggregate.isEmpty else { return }
        guard traffic.hasRoom(for: worker), traffic.offer(aggregate.takeBatch(), of: worker) else {
            return sendLater()
        }
    }
}
