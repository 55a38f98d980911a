/// How many probes are made in the background (`--examine`).
public enum ProbeDepth: String, CaseIterable, Sendable {
    /// Also those with the hellos of other policies, so that a recording can be judged again under another policy.
    case full
    /// Only those that a verdict needs.
    case needed
}
