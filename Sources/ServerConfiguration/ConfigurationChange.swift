import InternetNames
import JSONWriting
import TransportSecurity

/// The lines of configuration with which a server passes, for `check --fix-for`: those that the findings and facts
/// need, and no more.
///
/// Each finding has an answer (`FindingAnswer`): the needs that lines can meet (`ConfigurationNeed`). For each need,
/// the software has lines (`Directives`), such as `ssl_protocols TLSv1.2 TLSv1.3;` of nginx.
///
/// The change is a pure function of findings and facts. The lines are for a person, who compares them with the present
/// configuration.
package struct ConfigurationChange: Hashable, Sendable {
    /// The software of the server.
    package let software: ServerSoftware
    /// The lines, in the order of the findings; empty if no line helps.
    package let lines: [String]
    /// The place of the lines in the configuration, as a sentence; nil without lines.
    package let placement: String?
    /// Sentences about versions and precedence.
    package let notes: [String]
    /// Sentences about clients that can no longer connect, and how to keep them.
    package let lostClients: [String]
    /// The findings that no line removes.
    package let remaining: [Remainder]

    /// A finding that no line of the configuration removes.
    package struct Remainder: Hashable, Sendable {
        /// The rule of the finding.
        package let rule: RuleID
        /// The reason, and the step to take instead.
        package let sentence: String
    }

    /// Creates the change for the findings about a server.
    ///
    /// - Parameters:
    ///   - findings: The violations and warnings.
    ///   - observation: The facts that were judged; nil if nothing is known of the server.
    ///   - port: The port on which the server ought to speak TLS.
    package init(
        for findings: [Finding], on observation: Observation?, port: UInt16, with software: ServerSoftware
    ) {
        var needs: [ConfigurationNeed] = []
        var remaining: [Remainder] = []
        var notes: [String] = []
        for finding in findings {
            let answer = FindingAnswer(to: finding, on: observation, port: port)
            if let sentence = answer.sentence { remaining.append(Remainder(rule: finding.rule, sentence: sentence)) }
            for need in answer.needs where !needs.contains(need) {
                needs.append(need)
                let directives = software.directives(for: need)
                if directives.lines.isEmpty, !software.hasPlacementOnly(for: need) {
                    remaining += directives.notes.map { Remainder(rule: finding.rule, sentence: $0) }
                } else {
                    notes.append(contentsOf: directives.notes.filter { !notes.contains($0) })
                }
            }
            if let line = software.directives(for: .groups).lines.first, answer.mayLackCurves(observation) {
                notes.append(Self.curves(line))
            }
            if finding.rule == .cleartext { notes.append(Self.redirect(to: finding.expected)) }
        }
        self.software = software
        lines = software.lines(for: needs)
        placement = lines.isEmpty ? nil : software.placement(for: needs)
        self.notes = notes.distinct
        let met = needs.filter { !software.directives(for: $0).lines.isEmpty }
        lostClients = met.flatMap { LostClients.sentences(for: $0, with: software) }.distinct
        self.remaining = remaining.distinct
    }

    /// The sentence on curves, without which no suite with ECDHE is agreed to.
    private static func curves(_ line: String) -> String {
        "No handshake with ECDHE is known to succeed. If none does with these suites, the curves are the reason: the "
            + "line `\(line)` sets them."
    }

    /// The sentence on redirects. ATS refuses the load before a request is sent.
    private static func redirect(to scheme: String) -> String {
        "A redirect is not enough: ATS refuses the load before the server could answer. The URL must begin with "
            + "\(scheme)://."
    }
}

extension ServerSoftware {
    fileprivate func directives(for need: ConfigurationNeed) -> Directives {
        switch self {
        case .nginx: return NginxDirectives.lines(for: need)
        case .apache: return ApacheDirectives.lines(for: need)
        case .haproxy: return HAProxyDirectives.lines(for: need)
        case .caddy: return CaddyDirectives.lines(for: need)
        case .iis: return IISDirectives.lines(for: need)
        case .awsALB: return ALBDirectives.lines(for: need)
        }
    }

    /// Whether the address of a site meets a need without a further line.
    fileprivate func hasPlacementOnly(for need: ConfigurationNeed) -> Bool {
        guard case .listener = need else { return false }
        return self == .caddy
    }

    fileprivate func placement(for needs: [ConfigurationNeed]) -> String {
        switch self {
        case .nginx: return NginxDirectives.placement(for: needs)
        case .apache: return ApacheDirectives.placement(for: needs)
        case .haproxy: return HAProxyDirectives.placement
        case .caddy: return CaddyDirectives.placement
        case .iis: return IISDirectives.placement(for: needs)
        case .awsALB: return ALBDirectives.placement
        }
    }

    /// The lines for several needs, each line once.
    fileprivate func lines(for needs: [ConfigurationNeed]) -> [String] {
        let lines = needs.flatMap { directives(for: $0).lines }.distinct
        guard self == .caddy, !lines.isEmpty else { return lines }
        return ["tls {"] + lines.map { "    \($0)" } + ["}"]
    }
}

extension ConfigurationChange: JSONWritable {
    /// Writes the change as the member `serverConfiguration` of a line of `check` has it.
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("software", software.rawValue)
            json.member("lines", lines)
            json.member("placement", placement)
            json.member("notes", notes)
            json.member("lostClients", lostClients)
            json.member("remaining", remaining)
        }
    }
}

extension ConfigurationChange.Remainder: JSONWritable {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("rule", rule.rawValue)
            json.member("sentence", sentence)
        }
    }
}
