/// A load that may have to end before its verdict.
protocol StoppableLoad: AnyObject {
    /// Called when the proxy stops: nothing else happens to the load.
    func stop()
}

/// The loads of one worker that went and whose verdict waits for a probe in the background.
final class WaitingLoads {
    private var loads: [ObjectIdentifier: any StoppableLoad] = [:]

    /// Adds a load until `remove`.
    func insert(_ load: any StoppableLoad) {
        loads[ObjectIdentifier(load)] = load
    }

    /// Removes a load whose wait is over.
    func remove(_ load: any StoppableLoad) {
        loads[ObjectIdentifier(load)] = nil
    }

    /// Tells each load that the proxy stops. The recording then has a decision about it.
    func stop() {
        let waiting = loads.values
        loads = [:]
        for load in waiting { load.stop() }
    }
}
