// OpenSSL's headers, and inline functions for macros that Swift does not import.
#include <sys/select.h>

#include <openssl/bio.h>
#include <openssl/cms.h>
#include <openssl/core_names.h>
#include <openssl/ct.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/ocsp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

// Memory

static inline void shim_OPENSSL_free(void *pointer) {
    OPENSSL_free(pointer);
}

// X509_CRL

// Whether a revocation list speaks of every certificate of that kind and origin (RFC 5280 §5.2.5 and §6.3.3 (b)): it has
// no issuing distribution point, or one that covers the certificate for all reasons, and is no delta list.
static inline int shim_X509_CRL_covers(X509_CRL *list, X509 *certificate) {
    if (X509_CRL_get_ext_by_NID(list, NID_delta_crl, -1) >= 0) return 0;
    int critical = 0;
    ISSUING_DIST_POINT *scope =
        (ISSUING_DIST_POINT *)X509_CRL_get_ext_d2i(list, NID_issuing_distribution_point, &critical, NULL);
    if (!scope) return critical == -1;
    int is_ca = X509_check_ca(certificate) > 0;
    int covers = scope->onlysomereasons == NULL && scope->indirectCRL <= 0 && scope->onlyattr <= 0
        && !(scope->onlyuser > 0 && is_ca) && !(scope->onlyCA > 0 && !is_ca);
    if (covers && scope->distpoint) {
        covers = 0;
        CRL_DIST_POINTS *points =
            (CRL_DIST_POINTS *)X509_get_ext_d2i(certificate, NID_crl_distribution_points, NULL, NULL);
        for (int i = 0; !covers && scope->distpoint->type == 0 && i < sk_DIST_POINT_num(points); i++) {
            DIST_POINT_NAME *name = sk_DIST_POINT_value(points, i)->distpoint;
            if (!name || name->type != 0) continue;
            for (int j = 0; !covers && j < sk_GENERAL_NAME_num(name->name.fullname); j++)
                for (int k = 0; !covers && k < sk_GENERAL_NAME_num(scope->distpoint->name.fullname); k++)
                    covers = GENERAL_NAME_cmp(
                        sk_GENERAL_NAME_value(name->name.fullname, j),
                        sk_GENERAL_NAME_value(scope->distpoint->name.fullname, k)) == 0;
        }
        CRL_DIST_POINTS_free(points);
    }
    ISSUING_DIST_POINT_free(scope);
    return covers;
}

// SSL_CTX

static inline int shim_SSL_CTX_set_min_proto_version(SSL_CTX *context, int version) {
    return (int)SSL_CTX_set_min_proto_version(context, version);
}

static inline int shim_SSL_CTX_set_max_proto_version(SSL_CTX *context, int version) {
    return (int)SSL_CTX_set_max_proto_version(context, version);
}

static inline int shim_SSL_CTX_set1_groups_list(SSL_CTX *context, const char *list) {
    return (int)SSL_CTX_set1_groups_list(context, (char *)list);
}

static inline int shim_SSL_CTX_set1_sigalgs_list(SSL_CTX *context, const char *list) {
    return (int)SSL_CTX_set1_sigalgs_list(context, (char *)list);
}

static inline void shim_SSL_CTX_set_session_cache_off(SSL_CTX *context) {
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}

static inline void shim_SSL_CTX_set_max_cert_list(SSL_CTX *context, long bytes) {
    SSL_CTX_set_max_cert_list(context, bytes);
}

static inline void shim_SSL_CTX_allow_legacy_renegotiation(SSL_CTX *context) {
    SSL_CTX_set_options(context, SSL_OP_LEGACY_SERVER_CONNECT | SSL_OP_ALLOW_UNSAFE_LEGACY_RENEGOTIATION);
}

// SSL

static inline int shim_SSL_set_tlsext_host_name(SSL *ssl, const char *name) {
    return (int)SSL_set_tlsext_host_name(ssl, (char *)name);
}

static inline int shim_SSL_request_ocsp_staple(SSL *ssl) {
    return (int)SSL_set_tlsext_status_type(ssl, TLSEXT_STATUSTYPE_ocsp);
}

static inline void shim_SSL_forbid_renegotiation(SSL *ssl) {
    SSL_set_options(ssl, SSL_OP_NO_RENEGOTIATION);
}

static inline void shim_SSL_set_msg_callback_arg(SSL *ssl, void *argument) {
    SSL_set_msg_callback_arg(ssl, argument);
}

// Errors

/// The number of the peer's fatal alert in an error code, or -1 if the code is another error.
static inline int shim_ERR_alert_number(unsigned long code) {
    int reason = ERR_GET_REASON(code);
    int ours = ERR_GET_LIB(code) == ERR_LIB_SSL && reason >= SSL_AD_REASON_OFFSET;
    return ours && reason < SSL_AD_REASON_OFFSET + 256 ? reason - SSL_AD_REASON_OFFSET : -1;
}

/// Whether an error code means that a PEM file has no further block.
static inline int shim_ERR_is_end_of_pem(unsigned long code) {
    return ERR_GET_LIB(code) == ERR_LIB_PEM && ERR_GET_REASON(code) == PEM_R_NO_START_LINE;
}

// Names in the form of RFC 4514: UTF-8, with control characters escaped and other characters unchanged.

static inline int shim_X509_NAME_print_rfc4514(BIO *output, const X509_NAME *name) {
    unsigned long flags = (XN_FLAG_RFC2253 | ASN1_STRFLGS_UTF8_CONVERT) & ~(unsigned long)ASN1_STRFLGS_ESC_MSB;
    return X509_NAME_print_ex(output, name, 0, flags);
}

// Extensions

/// Whether OpenSSL supports this extension and can parse its value.
static inline int shim_X509_EXTENSION_is_readable(X509_EXTENSION *extension) {
    const X509V3_EXT_METHOD *method = X509V3_EXT_get(extension);
    void *value = method ? X509V3_EXT_d2i(extension) : NULL;
    if (!value) return 0;
    if (method->it) {
        ASN1_item_free((ASN1_VALUE *)value, ASN1_ITEM_ptr(method->it));
    } else {
        method->ext_free(value);
    }
    return 1;
}

/// Frees policy mappings, for which OpenSSL has no function of their own.
static inline void shim_POLICY_MAPPINGS_free(void *mappings) {
    ASN1_item_free((ASN1_VALUE *)mappings, ASN1_ITEM_rptr(POLICY_MAPPINGS));
}

// OCSP

/// Whether the key verifies the signature of a basic OCSP response: 1, 0, or negative if it cannot be checked.
static inline int shim_OCSP_BASICRESP_verify(const OCSP_BASICRESP *response, EVP_PKEY *key, OSSL_LIB_CTX *library) {
    return ASN1_item_verify_ex(
        ASN1_ITEM_rptr(OCSP_RESPDATA), OCSP_resp_get0_tbs_sigalg(response), OCSP_resp_get0_signature(response),
        OCSP_resp_get0_respdata(response), NULL, key, library, NULL);
}
