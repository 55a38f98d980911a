import PostgreSQL

/// What loads have in common that are counted together, and the proxy that saw them.
struct ProxyLoadsKey: Hashable, Comparable {
    /// The name of the proxy as the store keeps it; empty for none.
    var proxy: String
    /// The rest of the key.
    var loads: LoadsKey

    /// Reads the columns `proxy` and those of `LoadsKey` from a row. Throws an error if one has another form.
    init(_ fields: inout CopyFields) throws(CopyFields.Malformed) {
        guard let proxy = try fields.text() else { throw CopyFields.Malformed() }
        self.proxy = proxy
        loads = try LoadsKey(&fields)
    }

    /// Writes the columns to a row.
    func write(to rows: inout CopyRows) {
        rows.append(proxy)
        loads.write(to: &rows)
    }

    /// By kind first, in the order in which slices of kinds are read.
    static func < (left: ProxyLoadsKey, right: ProxyLoadsKey) -> Bool {
        left.loads == right.loads ? left.proxy < right.proxy : left.loads < right.loads
    }
}
