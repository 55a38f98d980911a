/// The leaf and the log of the inputs, written by Tests/Scripts/make-fuzz-corpus.
enum Sample {
    /// A self-signed certificate in DER, in Base64.
    static let leaf =
        "MIIBFzCBv6ADAgECAgFNMAoGCCqGSM49BAMCMBYxFDASBgNVBAMMC2V4YW1wbGUuY29tMB4XDTIwMDEwMTAwMDAwMFoXDTI2MTIz"
        + "MTAwMDAwMFowFjEUMBIGA1UEAwwLZXhhbXBsZS5jb20wWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAR8Jq+oZo8OE199yCOLru5e"
        + "H3FsFRD31VyoqEpcunTT+zI+NSOjXzMUil96ievFqfqfcKV0p15U34waWHosF98uMAoGCCqGSM49BAMCA0cAMEQCIEMxD2twL5OY"
        + "iHU2sHmqOnUPZmiKKJ5FXdVBdUafCvthAiBvrFiywOInD9XSD+gd/Vobnd8N8wdyBngUT7XyGSc3CA=="

    /// The public key of a log: a SubjectPublicKeyInfo in DER, in Base64.
    static let logKey =
        "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEp/ncxjMAUeVFd0+orhddvJX7wGq3AewJAjjtaSybFunm8pTdR5e4ExORc41r4Phz"
        + "8sBaebYGuyJUIZxnZy3NWg=="
}
