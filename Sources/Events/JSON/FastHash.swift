extension UnsafeRawBufferPointer {
    /// A hash of the bytes, ten times as fast as `Hasher`. The hash differs in each process, and nobody can choose
    /// bytes with equal hashes. Different bytes have equal hashes with a probability of 2⁻⁶⁴.
    ///
    /// The algorithm multiplies words of eight bytes, like wyhash (https://github.com/wangyi-fudan/wyhash), in two
    /// chains that the processor computes in parallel. Both factors depend on the seeds, and no chosen bytes make a
    /// product zero.
    var fastHash: UInt64 {
        let seeds = fastHashSeeds
        var first = UInt64(count) ^ seeds.first
        var second = seeds.second
        var offset = 0
        while offset + 32 <= count {
            first = (word(at: offset) ^ seeds.third).folded(with: word(at: offset + 8) ^ first)
            second = (word(at: offset + 16) ^ seeds.fourth).folded(with: word(at: offset + 24) ^ second)
            offset += 32
        }
        if offset + 16 <= count {
            first = (word(at: offset) ^ seeds.third).folded(with: word(at: offset + 8) ^ first)
            offset += 16
        }
        if offset < count {
            let (low, high) = lastWords(from: offset)
            second = (low ^ seeds.fourth).folded(with: high ^ second)
        }
        return (first ^ seeds.fourth).folded(with: second ^ seeds.third)
    }

    private func word(at offset: Int) -> UInt64 { loadUnaligned(fromByteOffset: offset, as: UInt64.self) }

    /// Two words with the bytes from an offset on, of which fewer than 16 are left.
    private func lastWords(from offset: Int) -> (low: UInt64, high: UInt64) {
        if count >= 16 { return (word(at: count - 16), word(at: count - 8)) }
        var words: (low: UInt64, high: UInt64) = (0, 0)
        for index in offset..<count {
            words.high = words.high << 8 | words.low >> 56
            words.low = words.low << 8 | UInt64(self[index])
        }
        return words
    }
}

/// The secret numbers of `fastHash`.
private struct FastHashSeeds {
    let first = UInt64.random(in: .min ... .max)
    let second = UInt64.random(in: .min ... .max)
    let third = UInt64.random(in: .min ... .max)
    let fourth = UInt64.random(in: .min ... .max)
}

private let fastHashSeeds = FastHashSeeds()

extension UInt64 {
    /// The exclusive or of both halves of the product.
    func folded(with other: UInt64) -> UInt64 {
        let product = multipliedFullWidth(by: other)
        return product.high ^ product.low
    }
}
