import TransportSecurity

/// Why a load does not go where the client wants it to.
public indirect enum Refusal: Hashable, Sendable {
    /// The verdict has violations, and they are enforced.
    case blocked(Verdict, Requirements)
    /// The destination cannot be reached.
    case upstream(UpstreamError)
    /// This client may not reach that destination (`DestinationRules`).
    case destinationProhibited
    /// A limit of the proxy's own is reached; it may pass.
    case limitReached
    /// The machine of the proxy did not grant what the load needs; it may pass.
    case shortage(Shortage)
    /// The probe came to no result through a fault of the proxy's own.
    case probeFailed
    /// What every permission rests on was not proven, through a limit of the proxy's own; the note says what.
    case unproven(Note)
}
