#include "CertificateLibrary.h"

#include <openssl/conf.h>
#include <openssl/core.h>
#include <openssl/core_dispatch.h>
#include <openssl/err.h>
#include <openssl/provider.h>
#include <string.h>

// The default provider, loaded in a context of its own. Our provider hands on algorithms of the default provider, which
// continue to run in that context. No context has both providers; otherwise a search for a decoder would find each
// decoder twice.
static OSSL_PROVIDER *whole;
static OSSL_ALGORITHM *decoders;
static OSSL_ALGORITHM *ciphers;
static OSSL_LIB_CTX *context;

static int is_needed_decoder(const OSSL_ALGORITHM *algorithm) {
    return strstr(algorithm->property_definition, "structure=SubjectPublicKeyInfo") != NULL;
}

static int is_needed_cipher(const OSSL_ALGORITHM *algorithm) {
    static const char *const modes_beyond_tls[] = {"CFB", "CTR", "CTS", "ECB", "OCB", "OFB", "SIV", "WRAP", "XTS"};
    for (size_t index = 0; index < sizeof modes_beyond_tls / sizeof *modes_beyond_tls; index++) {
        if (strstr(algorithm->algorithm_names, modes_beyond_tls[index])) return 0;
    }
    return 1;
}

// The needed algorithms of the default provider for an operation; NULL if there are none.
static OSSL_ALGORITHM *select_algorithms(int operation, int (*is_needed)(const OSSL_ALGORITHM *)) {
    int must_not_cache = 0;
    const OSSL_ALGORITHM *all = OSSL_PROVIDER_query_operation(whole, operation, &must_not_cache);
    if (!all || must_not_cache) return NULL;
    size_t count = 0;
    while (all[count].algorithm_names) count++;
    OSSL_ALGORITHM *selected = OPENSSL_zalloc((count + 1) * sizeof *selected);
    if (!selected) return NULL;
    size_t kept = 0;
    for (size_t index = 0; index < count; index++) {
        if (is_needed(&all[index])) selected[kept++] = all[index];
    }
    if (kept > 0) return selected;
    OPENSSL_free(selected);
    return NULL;
}

// MARK: - The provider

static const OSSL_ALGORITHM *query_operation(void *provider, int operation, int *must_not_cache) {
    (void)provider;
    *must_not_cache = 0;
    if (operation == OSSL_OP_DECODER) return decoders;
    if (operation == OSSL_OP_CIPHER) return ciphers;
    return OSSL_PROVIDER_query_operation(whole, operation, must_not_cache);
}

static int get_capabilities(void *provider, const char *capability, OSSL_CALLBACK *callback, void *argument) {
    (void)provider;
    return OSSL_PROVIDER_get_capabilities(whole, capability, callback, argument);
}

static const OSSL_PARAM *gettable_params(void *provider) {
    (void)provider;
    return OSSL_PROVIDER_gettable_params(whole);
}

static int get_params(void *provider, OSSL_PARAM parameters[]) {
    (void)provider;
    return OSSL_PROVIDER_get_params(whole, parameters);
}

static const OSSL_DISPATCH functions[] = {
    {OSSL_FUNC_PROVIDER_QUERY_OPERATION, (void (*)(void))query_operation},
    {OSSL_FUNC_PROVIDER_GET_CAPABILITIES, (void (*)(void))get_capabilities},
    {OSSL_FUNC_PROVIDER_GETTABLE_PARAMS, (void (*)(void))gettable_params},
    {OSSL_FUNC_PROVIDER_GET_PARAMS, (void (*)(void))get_params},
    {0, NULL},
};

static int initialize(
    const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *offered, const OSSL_DISPATCH **provided, void **provider) {
    (void)handle;
    (void)offered;
    *provided = functions;
    // The algorithms receive the context that the default provider created for itself.
    *provider = OSSL_PROVIDER_get0_provider_ctx(whole);
    return 1;
}

// MARK: - The context

static int is_default_provider(OSSL_PROVIDER *provider, void *argument) {
    (void)argument;
    return strcmp(OSSL_PROVIDER_get0_name(provider), "default") == 0;
}

// Whether the configuration file has rules for the choice of algorithms. Such rules would not hold in our context.
static int configures_algorithms(void) {
    char *file = CONF_get1_default_config_file();
    CONF *configuration = NCONF_new(NULL);
    int result = 0;
    if (file && configuration && NCONF_load(configuration, file, NULL) == 1) {
        char *section = NCONF_get_string(configuration, NULL, "openssl_conf");
        result = section && NCONF_get_string(configuration, section, "alg_section");
    }
    NCONF_free(configuration);
    OPENSSL_free(file);
    return result;
}

// Whether the separate context has an advantage: OpenSSL 3.0 or 3.1, with the default provider alone and no configured
// rules. Later versions cache the decoder of a key.
static int is_worthwhile(void) {
    return OPENSSL_version_major() == 3 && OPENSSL_version_minor() < 2
        && OSSL_PROVIDER_do_all(NULL, is_default_provider, NULL) == 1 && !configures_algorithms();
}

static void make_context(void) {
    ERR_set_mark();
    OSSL_LIB_CTX *around_whole = is_worthwhile() ? OSSL_LIB_CTX_new() : NULL;
    OSSL_LIB_CTX *made = around_whole ? OSSL_LIB_CTX_new() : NULL;
    if (made && (whole = OSSL_PROVIDER_load(around_whole, "default"))
        && (decoders = select_algorithms(OSSL_OP_DECODER, is_needed_decoder))
        && (ciphers = select_algorithms(OSSL_OP_CIPHER, is_needed_cipher))
        && OSSL_PROVIDER_add_builtin(made, "certificates", initialize) == 1
        && OSSL_PROVIDER_load(made, "certificates")) {
        context = made;
    } else {
        OSSL_LIB_CTX_free(made);
        OSSL_LIB_CTX_free(around_whole);
    }
    ERR_pop_to_mark();
}

OSSL_LIB_CTX *certificate_library_context(void) {
    static CRYPTO_ONCE once = CRYPTO_ONCE_STATIC_INIT;
    return CRYPTO_THREAD_run_once(&once, make_context) == 1 ? context : NULL;
}
