import Foundation
import Harness
import TLSMessages
import TransportSecurity

@testable import OpenSSL

/// The input is a list of signed certificate timestamps in the encoding of the TLS extension.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let list = TimestampList(bytes)
    claim(list.timestamps.count <= TimestampList.maximumCount, "\(list.timestamps.count) timestamps")
    guard !list.timestamps.isEmpty else { return 0 }
    let evaluation = ChainEvaluator(TrustStore(systemRoots: [leaf], logKeys: [logID: logKey])).evaluate(
        certificates: [leaf], timestamps: bytes, at: now)
    claim(evaluation.timestamps.count == list.timestamps.count, "\(evaluation.timestamps.count) were evaluated")
    for (timestamp, found) in zip(list.timestamps, evaluation.timestamps) {
        claim(timestamp.logID.count == 32 && found.logID == timestamp.logID, "another log")
        claim((found.isSignatureValid != nil) == (found.logID == logID), "a signature that nobody can have checked")
        claim(Instant(found.timestamp.description) == found.timestamp, "\(found.timestamp) cannot be read back")
    }
    let handshake = Handshake(
        offer: Offer(generation: .current), version: .tls1_3, cipherSuite: CipherSuite(rawValue: 0x1301),
        certificates: [leaf])
    let verdict = Verdict(
        of: .secure(handshake, evaluation), under: Requirements(host: .name("example.com"), os: .newest),
        by: .standard(logs: logs), at: now)
    for finding in verdict.violations { claimHarmless(finding.message + finding.actual, "a finding") }
    return 0
}

private let now = Instant(year: 2026, month: 11, day: 20)
private let leaf = decoded(Sample.leaf)
private let logKey = decoded(Sample.logKey)
private let logID = Digest.sha256(logKey)
private let logs = TransparencyLogList(
    date: now, logs: [.init(id: logID, key: logKey, name: "Log", operatorName: "Operator", state: .usable)])

private func decoded(_ text: String) -> [UInt8] { Data(base64Encoded: text).map(Array.init) ?? [] }
