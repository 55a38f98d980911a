import InternetNames
import SetupPages
import Testing
import TransportSecurity

@testable import ForwardProxy

/// A session as a script: events, and the commands that follow as lines of text.
///
/// Bytes for the client are a line that begins with `< `, bytes for the origin one that begins with `> `. Expectations
/// compare whole lines, or the text for one side (`toClient`, `toOrigin`), so that bytes for the wrong side fail them.
final class SessionScript {
    var session: Session

    init(
        limits: Limits = Limits(), admission: Admission = .admitted, requiresAuthentication: Bool = false,
        intercepted destination: InterceptedDestination? = nil
    ) {
        let pages = LocalPages(
            endpoints: [Authority(host: .address(.v4(0xC000_0205)), port: 8080)], policyName: "MyApp.app")
        session = Session(
            limits: limits, pages: pages, admission: admission,
            requiresAuthentication: requiresAuthentication, intercepted: destination)
        _ = session.begin()
    }

    func on(_ event: Session.Event) -> [String] {
        session.handle(event).compactMap(Self.line)
    }

    func client(_ text: String) -> [String] { on(.clientSent(Array(text.utf8)[...])) }
    func origin(_ text: String) -> [String] { on(.originSent(Array(text.utf8)[...])) }

    /// Sends a request, answers `.decide` and `.connect`, and returns the commands after that.
    func open(_ request: String, isReused: Bool = false) -> [String] {
        _ = client(request)
        _ = on(.permitted(Self.permit))
        return on(.connected(isReused: isReused))
    }

    static let permit: Permit = {
        let authority = Authority(host: .name("a"), port: 80)
        guard
            let permit = Permit(
                Verdict(), in: .enforce, authority: authority, addresses: [.v4(0xC000_0201)])
        else { preconditionFailure("a verdict without violations permits") }
        return permit
    }()

    /// One command as a line; `nil` for deadlines, which `deadlines(_:)` returns.
    static func line(_ command: Session.Command) -> String? {
        switch command {
        case .authenticate(let user, let password): return "authenticate \(user) \(password)"
        case .decide(let request):
            let path = request.load.path ?? ""
            return "decide \(request.method) \(request.load.scheme.rawValue)://\(request.load.authority)\(path)"
        case .connect(let permit): return "connect \(permit.authority)"
        case .sendToClient(let bytes): return "< " + bytes.text
        case .sendToOrigin(let bytes): return "> " + bytes.text
        case .relay(.fromClient, let count): return "relay > " + (count.map(String.init) ?? "all")
        case .relay(.fromOrigin, let count): return "relay < " + (count.map(String.init) ?? "all")
        case .tunnel(let client, let origin):
            return "tunnel" + (client.isEmpty ? "" : " > " + client.text) + (origin.isEmpty ? "" : " < " + origin.text)
        case .writeProfile(let profile): return "write profile \(profile.network?.name ?? "global")"
        case .readTestCase(let label): return "read test case \(label?.text ?? "present")"
        case .label(let label): return "label \(label?.text ?? "none")"
        case .finishOrigin: return "finish origin"
        case .releaseOrigin(.none): return "drop origin"
        case .releaseOrigin(.anyClient): return "keep origin"
        case .releaseOrigin(.thisClient): return "keep origin for this client"
        case .closeClient: return "close client"
        case .resetClient: return "reset client"
        case .deadline: return nil
        case .finished(let summary): return "finished \(summary.status ?? 0) \(summary.endedBy) \(summary.ending)"
        case .pauseClient: return "pause client"
        case .resumeClient: return "resume client"
        }
    }

    /// The deadlines among the commands.
    func deadlines(_ event: Session.Event) -> [Deadline.Phase?] {
        session.handle(event).compactMap { command -> Deadline.Phase?? in
            if case .deadline(let deadline) = command { return .some(deadline?.phase) }
            return nil
        }
    }
}

extension [String] {
    /// All bytes for the client in one text.
    var toClient: String { sent("< ") }

    /// All bytes for the origin in one text.
    var toOrigin: String { sent("> ") }

    /// The same lines, with consecutive pieces for the same side joined.
    var joiningPieces: [String] {
        reduce(into: []) { lines, line in
            let side = line.prefix(2)
            if side == "< " || side == "> ", let last = lines.last, last.hasPrefix(side) {
                lines[lines.count - 1] = last + line.dropFirst(2)
            } else {
                lines.append(line)
            }
        }
    }

    private func sent(_ side: String) -> String {
        filter { $0.hasPrefix(side) }.map { String($0.dropFirst(2)) }.joined()
    }
}
