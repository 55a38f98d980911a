extension UnsafeRawBufferPointer {
    /// A hash of the bytes for tables that forget an entry when another has the same hash. It is not seeded, so that
    /// bytes with equal hashes can be found.
    ///
    /// Multiplies words of eight bytes as wyhash does (https://github.com/wangyi-fudan/wyhash).
    var fastHash: UInt64 {
        var hash = UInt64(count)
        var offset = 0
        while offset + 16 <= count {
            let first = loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            let second = loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
            hash = (first ^ 0xA076_1D64_78BD_642F).folded(with: second ^ hash)
            offset += 16
        }
        while offset < count {
            hash = (UInt64(self[offset]) ^ 0xE703_7ED1_A0B4_28DB).folded(with: hash ^ 0x8EBC_6AF0_9C88_C6E3)
            offset += 1
        }
        return hash
    }
}

extension UInt64 {
    /// The halves of the product, combined.
    fileprivate func folded(with other: UInt64) -> UInt64 {
        let product = multipliedFullWidth(by: other)
        return product.high ^ product.low
    }
}
