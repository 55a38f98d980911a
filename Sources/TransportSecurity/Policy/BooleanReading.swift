extension PropertyValue {
    /// The value of a Boolean key as the engine takes it (SecProtocolConfiguration.m); nil as if the key were absent.
    ///
    /// A number equals YES where it is 1 and is NO otherwise; every other type is logged and passed over. The first
    /// published engine took no number for YES. For earlier systems, whose code is not published, the same is assumed.
    func boolean(readBy os: OSVersion) -> Bool? {
        switch self {
        case .boolean(let value): return value
        case .integer(let number): return number == 1 && !os.isFirstPublishedEngine
        case .real(let number): return number == 1 && !os.isFirstPublishedEngine
        case .string, .array, .dictionary, .other: return nil
        }
    }
}
