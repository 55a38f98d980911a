import Foundation
import InternetNames
import ProxyServer
import QRCode
import StandardStreams

/// The QR code of a listener's set-up page, which a phone reads from the terminal.
struct SetupCode {
    /// The address of the page.
    let url: String
    private let code: QRCode

    /// Creates the code of the first address at which other machines reach the listener; nil if there is none.
    init?(_ listener: ListenerConfiguration) {
        guard let endpoint = listener.deviceEndpoints.first else { return nil }
        url = "http://\(endpoint)/"
        guard let code = QRCode(url) else { return nil }
        self.code = code
    }

    /// Prints the code on standard error if that is a terminal of sufficient width.
    func show() {
        var size = winsize()
        let name = ProcessInfo.processInfo.environment["TERM", default: ""]
        guard isatty(STDERR_FILENO) == 1, !name.isEmpty, name != "dumb" else { return }
        let hasSize = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        // NO_COLOR does not remove the colours, because they make the code readable on every background.
        let text = QRCodeText(code, hasColours: true)
        guard text.width <= (hasSize ? Int(size.ws_col) : Terminal.defaultWidth) else { return }
        Console.show(text.lines)
        Console.say("this code opens \(url) on a phone in the same network; the page says how to set the phone up.")
    }
}
