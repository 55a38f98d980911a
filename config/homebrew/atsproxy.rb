# A formula for Homebrew that builds both programs from source. It is untried: no Mac was at hand, and only its syntax was
# checked. `url` and `sha256` are those of a release; replace the host with the one that has it. Without a release, from a
# checkout:
#
#     brew tap-new --no-git local/atsproxy
#     sed "s|https://downloads.example.com/atsproxy.git|file://$PWD|" config/homebrew/atsproxy.rb \
#         >"$(brew --repository local/atsproxy)/Formula/atsproxy.rb"
#     brew install --HEAD local/atsproxy/atsproxy
class Atsproxy < Formula
  desc "Proxy that judges an app's traffic against App Transport Security"
  homepage "https://downloads.example.com/atsproxy"
  license all_of: ["Apache-2.0", "MPL-2.0"]
  head "https://downloads.example.com/atsproxy.git", branch: "main"

  depends_on "pkgconf" => :build
  depends_on "icu4c"
  depends_on "libevent"
  depends_on "libpq"
  # The crypt of macOS knows no bcrypt.
  depends_on "libxcrypt"
  depends_on "openssl@3"

  uses_from_macos "libxml2"
  uses_from_macos "swift" => :build
  uses_from_macos "zlib"

  on_macos do
    # Swift 6.3.
    depends_on xcode: ["26.4", :build]
    # The oldest macOS that has Mutex of Swift's standard library.
    depends_on macos: :sequoia
  end

  def install
    # icu4c, libpq and libxcrypt are keg-only, so that their pkg-config files are named.
    %w[icu4c libpq libxcrypt openssl@3].each do |name|
      ENV.prepend_path "PKG_CONFIG_PATH", Formula[name].opt_lib/"pkgconfig"
    end

    # Homebrew has a sandbox of its own, within which SwiftPM's cannot be made.
    options = %w[--disable-sandbox --configuration release]
    options << "--static-swift-stdlib" if OS.linux?
    %w[atsproxy atsproxy-store].each do |program|
      system "swift", "build", *options, "--product", program
      bin.install ".build/release/#{program}"
    end

    mkdir "pages"
    system "config/manual", "pages", bin/"atsproxy", bin/"atsproxy-store"
    man1.install Dir["pages/*.1"]
    generate_completions_from_executable(bin/"atsproxy", "--generate-completion-script")
    generate_completions_from_executable(bin/"atsproxy-store", "--generate-completion-script")

    # The settings of the service, with Homebrew's directories in place of systemd's. The service runs as its user, and keeps
    # updated data where the program itself keeps them.
    inreplace "config/service.yaml" do |text|
      text.gsub! "/etc/atsproxy/atsproxy.yaml", "#{etc}/atsproxy/atsproxy.yaml"
      text.gsub! "/var/log/atsproxy/", "#{var}/log/atsproxy/"
      text.gsub! "/var/lib/atsproxy", "~/.local/share/atsproxy"
      text.gsub! "because the service cannot read home directories", "where an upgrade keeps them"
      text.gsub! "`systemctl reload atsproxy`", "`launchctl kill HUP gui/$(id -u)/homebrew.mxcl.atsproxy`"
    end
    (etc/"atsproxy").install "config/service.yaml" => "atsproxy.yaml"
    doc.install "config/atsproxy.yaml", "config/report.schema.json"
    doc.install "docs" => "guide"
    doc.install "config/agents"
  end

  def post_install
    (var/"log/atsproxy").mkpath
  end

  service do
    run [opt_bin/"atsproxy", "serve", "--console", "off", "--config", etc/"atsproxy/atsproxy.yaml"]
    keep_alive crashed: true
    log_path var/"log/atsproxy/service.log"
    error_log_path var/"log/atsproxy/service.log"
    working_dir var/"log/atsproxy"
  end

  test do
    assert_match "atsproxy ", shell_output("#{bin}/atsproxy --version")
    assert_match "atsproxy-store ", shell_output("#{bin}/atsproxy-store --version")
    assert_match "blocked", shell_output("#{bin}/atsproxy policy explain http://example.com", 1)

    port = free_port
    proxy = spawn bin/"atsproxy", "serve", "--console", "off", "--listen", "127.0.0.1:#{port}", "--events", "events.jsonl"
    begin
      sleep 5
      reply = shell_output("curl --silent --include --proxy http://127.0.0.1:#{port} http://example.com/")
      assert_match "ATS-Violation: cleartext", reply
    ensure
      Process.kill "TERM", proxy
      Process.wait proxy
    end
    assert_match "\"decision\":\"blocked\"", (testpath/"events.jsonl").read
  end
end
