import Foundation
import Testing

@testable import DataFiles

@Suite struct LockedDataDirectoryTests {
    /// Locks a directory and writes a file to it. Returns the fault if another writer has the lock.
    private func write(_ byte: UInt8, to directory: DataDirectory) -> String? {
        do {
            let locked = try LockedDataDirectory(directory, waitingMilliseconds: 40)
            try locked.replace(.roots, with: [byte])
            return nil
        } catch {
            return error.sentence
        }
    }

    /// The fault of another writer while the directory is locked.
    private func faultOfAnother(at directory: DataDirectory) throws -> String? {
        let locked = try LockedDataDirectory(directory, waitingMilliseconds: 0)
        let fault = write(2, to: directory)
        try locked.replace(.roots, with: [1])
        return fault
    }

    @Test func onlyOneHoldsTheDirectory() throws {
        let place = FileManager.default.temporaryDirectory.appending(path: "locked-\(UUID().uuidString)")
        let directory = DataDirectory(place.path)
        let fault = try faultOfAnother(at: directory)
        #expect(fault?.hasSuffix("is in use by another process; try again when that has ended.") == true)
        #expect(try directory.read(.roots) == [1])
        #expect(write(3, to: directory) == nil)
        #expect(try directory.read(.roots) == [3])
        // The lock leaves no file.
        let names = try FileManager.default.contentsOfDirectory(atPath: place.path)
        #expect(names == ["apple-roots.pem"])
        try FileManager.default.removeItem(at: place)
    }
}
