"""What happens in the simulated lab: three apps of a team, their hosts, their devices, and the plan of all loads.

Three problems are real and much used; a team must act on them first:

1. `api.acme.example`, the API of all three apps: its certificate expired three days ago.
2. `images.acme.example`: Shopfront loads it in cleartext, although it meets ATS by https.
3. `track.parcelpost.example`, a partner's server of TLS 1.0 that Courier uses.

All else is noise: third parties, a few loads that violate, warnings under declared exceptions, another app, and
servers that cannot be reached. With `later`, the same lab some weeks later: problem 1 is mended, problem 2 is as it
was, the host of problem 3 is not used any more, and `pay.acme.example` has a certificate for another host.
"""

import random

APPS = {
    # The name, its two builds, and its share of the ordinary loads.
    "Shopfront": (["411", "412"], 0.5),
    "Courier": (["87", "88"], 0.3),
    "Ledger": (["2301", "2302"], 0.2),
}
SYSTEMS = [
    "CFNetwork/1498.700.2 Darwin/23.6.0", "CFNetwork/1568.200.51 Darwin/24.1.0", "CFNetwork/3826.500.131 Darwin/25.0.0",
]
API, IMAGES, TRACK, PAY = "api.acme.example", "images.acme.example", "track.parcelpost.example", "pay.acme.example"
STAGING, MIRROR = "staging.acme.example", "mirror.acme.example"
BEACON, LEGACY = "beacon.adpool.example", "feed.newswire.example"

# Hosts with a server of their own, and those that few loads reach: the app, the number of loads, and the server.
FEW = {
    "survey.askaway.example": ("Shopfront", 1, "unknown-root"),
    "pixel.tracklet.example": ("Courier", 2, "no-forward-secrecy"),
    "kiosk.oldtill.example": ("Ledger", 1, "small-key"),
    "reports.measureit.example": ("Ledger", 3, "no-intermediate"),
    "badge.shopseal.example": ("Shopfront", 2, "long-lived"),
    "push.mailroom.example": ("Courier", 2, "mail"),
}
# Hosts that cannot be reached: the server, if any; else there is no such name, or nothing listens.
UNREACHABLE = {
    "stream.slowpoke.example": "silent", "edge.gone.example": None,
    "cdn.retired.example": "127.0.1.200", "metrics.retired.example": "127.0.1.201", "eu.gone.example": None,
}
THIRD_PARTIES = {
    # Owners of many hosts, each behind the same few servers.
    "cdnone.example": "cdn-one", "cdntwo.example": "cdn-two", "cdnthree.example": "cdn-three",
    "measureit.example": "measure", "crashpad.example": "crash-reports", "mapsquare.example": "maps",
    "fontbox.example": "fonts", "adpool.example": "advertisements", "payline.example": "payments",
    "parcelpost.example": "partner-web", "acme.example": "acme-web", "acme-cdn.example": "acme-gateway",
}
WORDS = """
www assets static media img video api-eu api-us login accounts search feed events sdk config flags tiles geo routes
push chat help docs blog careers status beta shop cart offers prices stock partners vendors returns labels invoices
""".split()


class Load:
    """One load of a device: the app with its build, the URL's parts, and how many requests use the connection."""

    def __init__(self, app, build, device, scheme, host, path, requests=1):
        self.app, self.build, self.device = app, build, device
        self.scheme, self.host, self.path, self.requests = scheme, host, path, requests


class World:
    """The hosts with their servers, and the plan of loads, which depends on the seed alone."""

    def __init__(self, seed, loads, hosts, devices=20, later=False):
        self.random = random.Random(seed)
        self.later = later
        # The devices by index: the system and which of the two builds of each app it has.
        self.devices = [(SYSTEMS[i % len(SYSTEMS)], i % 2) for i in range(devices)]
        self.servers = {
            API: "acme-api", IMAGES: "acme-images", TRACK: "partner-track", PAY: "acme-pay", STAGING: "acme-staging",
            MIRROR: "acme-mirror", BEACON: "cleartext-only", LEGACY: "no-forward-secrecy"}
        self.servers.update({host: server for host, (_, _, server) in FEW.items()})
        self.ordinary = []
        for word in WORDS:
            for owner, server in THIRD_PARTIES.items():
                self.ordinary.append((f"{word}.{owner}", server))
        self.random.shuffle(self.ordinary)
        self.ordinary = self.ordinary[:max(hosts - len(self.servers) - len(UNREACHABLE), 5)]
        self.servers.update(dict(self.ordinary))
        self.plan = self.planned(loads)

    def hosts_of(self, server):
        """The names in the certificate of a server."""
        hosts = [host for host, its in self.servers.items() if its == server]
        if server == "acme-mirror" or server == "acme-pay" and self.later:
            return ["old-name.acme.example"]
        return hosts or [f"{server}.example"]

    def load(self, app, scheme, host, path, requests=1):
        device = self.random.randrange(len(self.devices))
        return Load(app, APPS[app][0][self.devices[device][1]], device, scheme, host, path, requests)

    def planned(self, count):
        """All loads, in the order in which they begin. A plain connection carries up to four of them."""
        plan = []

        def add(share, app, scheme, host, paths, at_least=1):
            left = max(at_least, round(count * share))
            while left:
                requests = min(left, self.random.randint(1, 4)) if scheme == "http" else 1
                plan.append(self.load(app, scheme, host, self.random.choice(paths), requests))
                left -= requests

        # The three problems.
        for app, share in (("Shopfront", 0.09), ("Courier", 0.05), ("Ledger", 0.03)):
            add(share, app, "https", API, ["/v2/session", "/v2/catalogue", "/v2/orders"])
        add(0.08, "Shopfront", "http", IMAGES, [f"/product/{n}.jpg" for n in range(40)])
        if not self.later:
            add(0.04, "Courier", "https", TRACK, ["/parcel"])
        # The noise: declared exceptions, few loads that violate, another app, what cannot be reached.
        add(0.01, "Shopfront", "https", STAGING, ["/"])
        add(0.005, "Courier", "https", MIRROR, ["/"])
        add(0.01, "Shopfront", "http", BEACON, ["/b.gif"])
        add(0.006, "Courier", "https", LEGACY, ["/"])
        plan.append(self.load("Courier", "http", BEACON, "/b.gif", 2))
        for host, (app, number, _) in FEW.items():
            plan += [self.load(app, "https", host, "/") for _ in range(number)]
        for host in UNREACHABLE:
            add(0.002, self.random.choice(list(APPS)), "https", host, ["/"])
        add(0.02, "Ledger", "https", PAY, ["/charge"])
        for host, _ in self.ordinary[:8]:
            for _ in range(max(1, round(count * 0.04 / 8))):
                load = self.load("Ledger", "https", host, "/")
                load.app, load.build = "GameCenterBoard", "7"
                plan.append(load)
        # The rest goes to the ordinary hosts, the first of them most.
        weights = [1 / (3 + rank) for rank in range(len(self.ordinary))]
        total = sum(load.requests for load in plan)
        for host, _ in self.ordinary + self.random.choices(
                self.ordinary, weights, k=max(0, count - total - len(self.ordinary))):
            app = self.random.choices(list(APPS), [share for _, share in APPS.values()])[0]
            plan.append(self.load(app, "https", host, "/"))
        self.random.shuffle(plan)
        return plan

    def policies(self, pin):
        """The Info.plist of each app; `pin` is the digest of the payment server's key."""
        def bundle(app, security):
            return {
                "CFBundleName": app, "CFBundleExecutable": app, "CFBundleIdentifier": f"com.acme.{app.lower()}",
                "CFBundleVersion": APPS[app][0][1], "DTSDKName": "iphoneos26.0", "NSAppTransportSecurity": security}

        return {
            "Shopfront": bundle("Shopfront", {"NSExceptionDomains": {
                STAGING: {"NSExceptionAllowsInsecureHTTPLoads": True},
                BEACON: {"NSExceptionAllowsInsecureHTTPLoads": True}}}),
            "Courier": bundle("Courier", {"NSExceptionDomains": {
                MIRROR: {"NSExceptionAllowsInsecureHTTPLoads": True},
                LEGACY: {"NSExceptionRequiresForwardSecrecy": False}}}),
            "Ledger": bundle("Ledger", {"NSPinnedDomains": {
                PAY: {"NSPinnedLeafIdentities": [{"SPKI-SHA256-BASE64": pin}]}}}),
        }
