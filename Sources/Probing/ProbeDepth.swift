/// How much is found out about servers beside the traffic, as `--examine` names it.
public enum ProbeDepth: String, CaseIterable, Sendable {
    /// Also what other policies would get, so that a recording can be judged again under them.
    case full
    /// Only what a verdict needs.
    case needed
}
