// The library context in which servers' certificates are read.
#include <openssl/crypto.h>

/// A library context of OpenSSL for client handshakes and the certificates that they show; NULL, the context of the whole
/// process, where that one is as quick or may be different.
///
/// OpenSSL 3.0 and 3.1 look through everything that the context has for each public key that they decode. This context
/// has the algorithms of the default provider but those that no handshake and no certificate needs: decoders of private
/// keys and of parameters, and modes of ciphers that TLS does not use. Made once for the process; never freed.
OSSL_LIB_CTX *certificate_library_context(void);
