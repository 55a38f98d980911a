import TransportSecurity

/// The comparison of two states of one server.
///
/// A condition that appears is a change for the worse, and its end one for the better. A server that is down keeps its
/// conditions, which are not told again once it is back. A coming refusal that has come has not ended, and neither has
/// the notice on a certificate that has expired.
struct ServerComparison {
    /// The title of the server's URL.
    let server: String
    /// The state that is known; nil for a server that is new.
    let old: ServerState?
    /// The state that the pass found.
    let new: ServerState

    /// The changes, for the worse first.
    var changes: [Change] {
        guard new.outage == nil else { return outageChange }
        let changes =
            returnChange + conditionChanges + certificateChanges + connectionChanges + pinChanges
        return Change.Grade.allCases.flatMap { grade in changes.filter { $0.grade == grade } }
    }

    private func change(
        _ grade: Change.Grade, of subject: Change.Subject, name: String? = nil, text: String
    ) -> Change {
        Change(server: server, grade: grade, subject: subject, name: name, text: text)
    }

    /// The change that the server is down now; empty if it was before.
    private var outageChange: [Change] {
        guard let reason = new.outage, old?.outage == nil else { return [] }
        return [change(.worse, of: .reach, text: reason)]
    }

    /// The change that the server is back; empty if it was not down.
    private var returnChange: [Change] {
        guard let reason = old?.outage else { return [] }
        return [change(.better, of: .reach, text: "The server answers again; before: \(reason)")]
    }

    private var conditionChanges: [Change] {
        let oldConditions = old?.conditions ?? []
        let (before, after) = (Set(oldConditions.map(\.identity)), Set(new.conditions.map(\.identity)))
        let appeared = new.conditions.filter { !before.contains($0.identity) }.map { Change($0, of: server) }
        let ended = oldConditions.filter { !after.contains($0.identity) && !new.hasCome($0) }.map { condition in
            let isSame = isOfSameChain(condition)
            return change(
                isSame ? .neutral : .better, of: Change.Subject(condition.kind), name: condition.name,
                text: (isSame ? "Outside the renewal window of this pass: " : "No longer so: ") + condition.text)
        }
        return appeared + ended
    }

    /// Whether a condition is the notice on a chain that the server still has. Such a notice ended because this pass
    /// has another window.
    private func isOfSameChain(_ condition: Condition) -> Bool {
        condition.kind == .renewal && (new.chainEnds ?? []).contains { $0.description == condition.name }
    }

    /// A new key under a known issuer is a renewal. An issuer that the server has not had is for the worse, because
    /// only the owner of the server knows whether it is meant. Addresses of a server may have different certificates.
    private var certificateChanges: [Change] {
        guard let before = old?.certificate, let after = new.certificate else { return [] }
        let earlierCertificates = [before] + (old?.formerCertificates ?? [])
        let until = "until \(after.notAfter.date)"
        guard earlierCertificates.contains(where: { $0.issuer == after.issuer }) else {
            return [
                change(
                    .worse, of: .issuer,
                    text:
                        "The certificate is issued by \(after.issuer), before by \(before.issuer); the new one "
                        + "is valid \(until). If nobody has changed the authority, ask who requested the certificate.")
            ]
        }
        guard !earlierCertificates.contains(where: { $0.key == after.key }) else { return [] }
        let issuer = before.issuer == after.issuer ? "the same issuer" : "the earlier issuer \(after.issuer)"
        return [
            change(
                .neutral, of: .key,
                text: "The certificate has a new key, \(after.key), and \(issuer); it is valid \(until).")
        ]
    }

    private var connectionChanges: [Change] {
        guard let before = old?.connection, let after = new.connection else { return [] }
        var changes: [Change] = []
        if before.version != after.version {
            changes.append(
                change(
                    after.version < before.version ? .worse : .better, of: .version,
                    text: "The server agrees to \(after.version.prose), before to \(before.version.prose)."))
        } else if before.cipher != after.cipher {
            changes.append(
                change(
                    Self.grade(from: before.hasForwardSecrecy, to: after.hasForwardSecrecy), of: .cipher,
                    text: "The server chooses \(after.cipher), before \(before.cipher)."))
        }
        if let former = before.group, let group = after.group, former != group {
            changes.append(
                change(
                    Self.grade(from: before.isPostQuantum, to: after.isPostQuantum), of: .group,
                    text: "The server chooses the group \(group), before \(former)."))
        }
        return changes
    }

    /// The grade of the loss or gain of a good property.
    private static func grade(from old: Bool, to new: Bool) -> Change.Grade {
        guard old != new else { return .neutral }
        return new ? .better : .worse
    }

    /// The sentences on pins that are new; empty for a server that has never shown a handshake.
    private var pinChanges: [Change] {
        guard let old, old.connection != nil || old.certificate != nil else { return [] }
        let oldPins = Set(old.pins)
        return new.pins.filter { !oldPins.contains($0) }.map { change(.neutral, of: .pin, text: $0) }
    }
}
