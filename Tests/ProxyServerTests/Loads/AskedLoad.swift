import ForwardProxy
import InternetNames
import TransportSecurity

@testable import ProxyServer

/// A load with what it answered.
final class AskedLoad {
    let load: LoadTask
    private(set) var replies: [String] = []
    private(set) var addresses: [IPAddress] = []

    init(_ parts: WorkerParts, _ request: ProxyRequest = .connect()) {
        final class Replies { var told: (LoadTask.Reply) -> Void = { _ in } }
        let replies = Replies()
        load = LoadTask(request, from: WorkerParts.client, at: parts.listener, in: parts.loads) { replies.told($0) }
        replies.told = { [unowned self] reply in
            switch reply {
            case .permitted(let permit):
                self.replies.append("permitted")
                self.addresses = permit.addresses
            case .refused(let refusal):
                if case .blocked = refusal {
                    self.replies.append("blocked")
                } else {
                    self.replies.append("\(refusal)")
                }
            }
        }
    }
}
