import DeviceManagement
import Testing

@Suite struct ModelFamilyTests {
    @Test func namesAreThoseOfDevices() {
        #expect(
            ModelFamily.allCases.map(\.rawValue) == ["AppleTV", "iPad", "iPhone", "Mac", "RealityDevice", "Watch"])
    }
}
