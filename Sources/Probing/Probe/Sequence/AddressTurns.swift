import InternetNames

/// The order of jobs that each go to one address, of which one at a time may run.
struct AddressTurns<Job> {
    private var running: Set<IPAddress> = []
    private var waiting: [IPAddress: ArraySlice<Job>] = [:]

    /// Whether a job may run now. Otherwise, the job is kept until `end` returns it.
    mutating func begin(_ job: Job, at address: IPAddress) -> Bool {
        guard running.contains(address) else {
            running.insert(address)
            return true
        }
        waiting[address, default: []].append(job)
        return false
    }

    /// Ends the job that runs at an address. Returns the next one, which begins in its turn; nil without one.
    mutating func end(at address: IPAddress) -> Job? {
        running.remove(address)
        let next = waiting[address]?.popFirst()
        if waiting[address]?.isEmpty == true { waiting[address] = nil }
        return next
    }
}
