extension PropertyValue {
    /// The value of a Boolean key as the engine reads it (SecProtocolConfiguration.m); nil if the engine ignores the
    /// value.
    ///
    /// The number 1 is YES and any other number is NO. Values of other types are ignored. The first published engine
    /// read every number as NO; the code of earlier systems is not published and is assumed to read numbers as the
    /// later ones do.
    func boolean(readBy os: OSVersion) -> Bool? {
        switch self {
        case .boolean(let value): return value
        case .integer(let number): return number == 1 && !os.isFirstPublishedEngine
        case .real(let number): return number == 1 && !os.isFirstPublishedEngine
        case .string, .array, .dictionary, .other: return nil
        }
    }
}
