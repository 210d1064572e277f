// shim.h: OpenSSL, and its macros that Swift cannot see as functions.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
#ifndef QUINTAIN_OPENSSL_SHIM_H
#define QUINTAIN_OPENSSL_SHIM_H

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// Memory

static inline void quintain_bio_not_yet(BIO *bio) { BIO_set_retry_read(bio); }
static inline void quintain_bio_no_retry(BIO *bio) { BIO_clear_retry_flags(bio); }
/// Where the bytes of a memory BIO lie.
static inline long quintain_bio_bytes(BIO *bio, char **start) { return BIO_get_mem_data(bio, start); }

// Contexts

static const uint64_t quintain_op_no_renegotiation = SSL_OP_NO_RENEGOTIATION;
static const uint64_t quintain_op_cipher_server_preference = SSL_OP_CIPHER_SERVER_PREFERENCE;
static const uint64_t quintain_op_no_ticket = SSL_OP_NO_TICKET;
static const uint64_t quintain_op_no_tls1_1 = SSL_OP_NO_TLSv1_1;
static const uint64_t quintain_op_no_tls1_2 = SSL_OP_NO_TLSv1_2;

static inline long quintain_ctx_set_min_version(SSL_CTX *ctx, int version) {
    return SSL_CTX_set_min_proto_version(ctx, version);
}
static inline long quintain_ctx_set_max_version(SSL_CTX *ctx, int version) {
    return SSL_CTX_set_max_proto_version(ctx, version);
}
static inline long quintain_ctx_set_mode(SSL_CTX *ctx, long mode) { return SSL_CTX_set_mode(ctx, mode); }
static inline long quintain_ctx_set_groups(SSL_CTX *ctx, const char *names) {
    return SSL_CTX_set1_groups_list(ctx, names);
}
/// Groups of 1,024 bits for the key exchange of Diffie and Hellman, whatever the certificate's key.
static inline long quintain_ctx_set_short_dh(SSL_CTX *ctx) { return SSL_CTX_set_dh_auto(ctx, 2); }
static inline long quintain_ctx_set_session_cache_mode(SSL_CTX *ctx, long mode) {
    return SSL_CTX_set_session_cache_mode(ctx, mode);
}

// Connections

static inline long quintain_ssl_set_server_name(SSL *ssl, const char *name) {
    return SSL_set_tlsext_host_name(ssl, name);
}
static inline void quintain_ssl_set_msg_callback_arg(SSL *ssl, void *arg) { SSL_set_msg_callback_arg(ssl, arg); }

/// Has the callback that checks a certificate called again.
static inline void quintain_ssl_retry_verify(SSL *ssl) { SSL_set_retry_verify(ssl); }

// Names

static const unsigned long quintain_name_as_text = XN_FLAG_RFC2253;

// Stacks

static inline int quintain_x509_stack_count(const STACK_OF(X509) *stack) { return sk_X509_num(stack); }
static inline X509 *quintain_x509_stack_at(const STACK_OF(X509) *stack, int index) {
    return sk_X509_value(stack, index);
}
static inline STACK_OF(X509) *quintain_x509_stack_new(void) { return sk_X509_new_null(); }
static inline int quintain_x509_stack_push(STACK_OF(X509) *stack, X509 *certificate) {
    return sk_X509_push(stack, certificate);
}
static inline void quintain_x509_stack_free(STACK_OF(X509) *stack) { sk_X509_free(stack); }
static inline int quintain_name_stack_count(const STACK_OF(X509_NAME) *stack) { return sk_X509_NAME_num(stack); }
static inline X509_NAME *quintain_name_stack_at(const STACK_OF(X509_NAME) *stack, int index) {
    return sk_X509_NAME_value(stack, index);
}
static inline STACK_OF(X509_NAME) *quintain_name_stack_new(void) { return sk_X509_NAME_new_null(); }
static inline int quintain_name_stack_push(STACK_OF(X509_NAME) *stack, X509_NAME *name) {
    return sk_X509_NAME_push(stack, name);
}
static inline void quintain_name_stack_free(STACK_OF(X509_NAME) *stack) {
    sk_X509_NAME_pop_free(stack, X509_NAME_free);
}

// Keys

static inline EVP_PKEY *quintain_key_p256(void) { return EVP_EC_gen("P-256"); }
static inline EVP_PKEY *quintain_key_rsa(unsigned int bits) { return EVP_RSA_gen(bits); }

// Errors

static inline int quintain_err_library(unsigned long code) { return ERR_GET_LIB(code); }
static inline int quintain_err_reason(unsigned long code) { return ERR_GET_REASON(code); }

#endif
