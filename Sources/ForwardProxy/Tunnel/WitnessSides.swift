extension Witness {
    /// None, one or both of the sides of a tunnel.
    struct Sides: OptionSet {
        let rawValue: UInt8

        init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// The client alone.
        static let client = Sides(.client)
        /// The server alone.
        static let server = Sides(.server)

        /// That side alone.
        init(_ side: Side) {
            switch side {
            case .client: rawValue = 1
            case .server: rawValue = 2
            }
        }

        /// The sides, the client's first.
        var members: some Sequence<Side> {
            Side.allCases.lazy.filter { contains(Sides($0)) }
        }
    }
}
