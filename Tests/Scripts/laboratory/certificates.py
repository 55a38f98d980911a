"""The certificates of the simulated lab: one root, and for each server a chain with the property of its name."""

import base64
import datetime
import hashlib

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

DAY = datetime.timedelta(days=1)
NOW = datetime.datetime.utcnow().replace(microsecond=0)


def name(text):
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def pem(*certificates):
    return b"".join(c.public_bytes(serialization.Encoding.PEM) for c in certificates)


class Authority:
    """An issuer: its certificate and its key."""

    def __init__(self, common_name, issuer=None):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = name(common_name)
        usage = x509.KeyUsage(False, False, False, False, False, True, True, False, False)
        builder = (
            x509.CertificateBuilder().subject_name(self.name).issuer_name(issuer.name if issuer else self.name)
            .public_key(self.key.public_key()).serial_number(x509.random_serial_number())
            .not_valid_before(NOW - 400 * DAY).not_valid_after(NOW + 3650 * DAY)
            .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
            .add_extension(usage, critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(self.key.public_key()), critical=False))
        self.certificate = builder.sign(issuer.key if issuer else self.key, hashes.SHA256())


class Certificates:
    """Writes `NAME.pem` (what the server sends) and `NAME.key` into a folder, and `root.pem`."""

    def __init__(self, folder):
        self.folder = folder
        self.root = Authority("Acme Lab Root")
        self.issuer = Authority("Acme Lab Issuer", self.root)
        self.stranger = Authority("Unknown Appliance Root")
        self.keys = {
            "ec": ec.generate_private_key(ec.SECP256R1()),
            "ec384": ec.generate_private_key(ec.SECP384R1()),
            "rsa": rsa.generate_private_key(65537, 2048),
            "rsa1024": rsa.generate_private_key(65537, 1024),
        }
        self.write("root.pem", pem(self.root.certificate))

    def write(self, file, data):
        with open(f"{self.folder}/{file}", "wb") as opened:
            opened.write(data)

    def chain(self, server, hosts, key="ec", start=-30, days=90, issuer="own", sends_issuer=True):
        """Makes the chain of a server. `start` is in days from now; `issuer` is `own`, `stranger` or `self`."""
        key = self.keys[key]
        authority = {"own": self.issuer, "stranger": self.stranger, "self": None}[issuer]
        subject = name(hosts[0])
        builder = (
            x509.CertificateBuilder().subject_name(subject).issuer_name(authority.name if authority else subject)
            .public_key(key.public_key()).serial_number(x509.random_serial_number())
            .not_valid_before(NOW + start * DAY).not_valid_after(NOW + (start + days) * DAY)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(h) for h in hosts]), critical=False))
        certificate = builder.sign(authority.key if authority else key, hashes.SHA256())
        sent = [certificate]
        if authority and sends_issuer:
            sent.append(authority.certificate)
        self.write(f"{server}.pem", pem(*sent))
        self.write(f"{server}.key", key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))

    def pin(self, key):
        """The SHA-256 digest of a public key in base64, as `NSPinnedDomains` has it."""
        info = self.keys[key].public_key().public_bytes(
            serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
        return base64.b64encode(hashlib.sha256(info).digest()).decode()
