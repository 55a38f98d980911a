import Testing

@testable import Console

@Suite struct AccessTokenTests {
    @Test func tokensAreLongRandomAndSafeInAddresses() {
        let tokens = Set((0..<100).map { _ in AccessToken().secret })
        #expect(tokens.count == 100)
        // 32 characters of 6 bits are 192 bits.
        #expect(
            tokens.allSatisfy {
                $0.count == 32 && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
            })
        #expect(Set(tokens.joined()).count == 64)
    }

    @Test func otherTextsAreNotTheToken() {
        let token = AccessToken()
        #expect(token.equals(Array(token.secret.utf8)))
        for place in 0..<32 {
            var other = Array(token.secret.utf8)
            other[place] ^= 1
            #expect(!token.equals(other))
        }
        #expect(!token.equals(Array(token.secret.utf8.dropLast())))
        #expect(!token.equals(Array((token.secret + "A").utf8)))
        #expect(!token.equals([]))
    }

    @Test func descriptionsDoNotShowTheToken() {
        let token = AccessToken()
        #expect("\(token)\(String(reflecting: token))\([token])".contains(token.secret) == false)
    }
}
