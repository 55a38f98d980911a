import PostgreSQL
import Traffic
import TransportSecurity

/// The columns of a row of `loads` beside its key: the number of loads, their times, devices and bytes.
struct StoredCounts: Equatable {
    /// The number of decisions.
    var decisions: Int64
    /// The time of the first decision.
    var first: Instant
    /// The time of the last decision.
    var last: Instant
    /// The number of bytes from clients.
    var bytesFromClient: Int64
    /// The number of bytes from servers.
    var bytesFromServer: Int64
    /// The number of loads that ended as if the device itself had refused the server.
    var clientRefusals: Int64
    /// The decisions over time.
    var times: LoadHistogram
    /// The decisions on loads of each device.
    var devices: DeviceCounts
    /// The decisions on loads of all devices that have no number.
    var otherDeviceDecisions: Int64
    /// Proxy users, as a sample.
    var users: TextSample
    /// Paths of loads, as a sample.
    var paths: TextSample
    /// The numbers that tell whether each load has its decision and its end.
    var balance: LoadBalance

    /// The columns, in the order in which they are read and written.
    static let columns = """
        decisions, first_load, last_load, bytes_from_client, bytes_from_server, client_refusals, times_seconds, \
        times_start, times_counts, devices, device_decisions, other_device_decisions, users, paths, balance
        """

    /// Adds other counts. The operation is associative and commutative.
    mutating func add(_ other: StoredCounts) {
        // A row without decisions counts only ends. Its times do not matter beside those of decisions.
        if (decisions > 0) == (other.decisions > 0) {
            (first, last) = (min(first, other.first), max(last, other.last))
        } else if other.decisions > 0 {
            (first, last) = (other.first, other.last)
        }
        decisions &+= other.decisions
        bytesFromClient &+= other.bytesFromClient
        bytesFromServer &+= other.bytesFromServer
        clientRefusals &+= other.clientRefusals
        times.add(other.times)
        devices.add(other.devices)
        otherDeviceDecisions &+= other.otherDeviceDecisions
        for user in other.users.texts { users.insert(user) }
        for path in other.paths.texts { paths.insert(path) }
        balance.add(other.balance)
    }
}

extension StoredCounts {
    /// Reads the columns from a row. Throws an error if one has another form.
    init(_ fields: inout CopyFields) throws(CopyFields.Malformed) {
        decisions = try fields.nextNumber()
        first = try StoredTime.read(&fields)
        last = try StoredTime.read(&fields)
        bytesFromClient = try fields.nextNumber()
        bytesFromServer = try fields.nextNumber()
        clientRefusals = try fields.nextNumber()
        let (seconds, start, counts) = (try fields.nextNumber(), try fields.nextNumber(), try fields.nextNumbers())
        guard let times = LoadHistogram(seconds: seconds, start: start, counts: counts.map { UInt32(clamping: $0) })
        else {
            throw CopyFields.Malformed()
        }
        self.times = times
        let (numbers, loads) = (try fields.nextShortNumbers(), try fields.nextNumbers())
        guard let devices = DeviceCounts(devices: numbers, decisions: loads) else { throw CopyFields.Malformed() }
        self.devices = devices
        otherDeviceDecisions = try fields.nextNumber()
        users = try Self.sample(&fields)
        paths = try Self.sample(&fields)
        guard let balance = LoadBalance(numbers: try fields.nextNumbers()) else { throw CopyFields.Malformed() }
        self.balance = balance
    }

    /// Writes the columns to a row.
    func write(to rows: inout CopyRows) {
        rows.append(decisions)
        rows.append(StoredTime.text(of: first))
        rows.append(StoredTime.text(of: last))
        rows.append(bytesFromClient)
        rows.append(bytesFromServer)
        rows.append(clientRefusals)
        rows.append(times.seconds)
        rows.append(times.start)
        rows.append(times.counts)
        rows.append(devices.devices)
        rows.append(devices.decisions)
        rows.append(otherDeviceDecisions)
        rows.append(users.texts.map(StoredText.stored))
        rows.append(paths.texts.map(StoredText.stored))
        rows.append(balance.numbers)
    }

    /// Reads a sample of texts from an array such as `{"/a","/b"}`.
    private static func sample(_ fields: inout CopyFields) throws(CopyFields.Malformed) -> TextSample {
        var sample = TextSample()
        // Most samples are empty. Comparing the bytes is faster than decoding a text.
        var nextFields = fields
        if try nextFields.nextBytes().elementsEqual("{}".utf8) {
            fields = nextFields
            return sample
        }
        guard let text = try fields.nextText() else { throw CopyFields.Malformed() }
        guard let elements = ArrayText.elements(of: text) else { throw CopyFields.Malformed() }
        for element in elements { sample.insert(StoredText.original(element)) }
        return sample
    }
}
