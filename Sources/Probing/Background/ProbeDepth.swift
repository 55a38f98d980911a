/// The extent of the probes in the background (`--examine`).
public enum ProbeDepth: String, CaseIterable, Sendable {
    /// Also those with the hellos of other policies. The recording can then be judged again under another policy.
    case full
    /// Only those that a verdict needs.
    case needed
}
