// SPDX-License-Identifier: BSL-1.0
// A Llama model as plain C: loops over floats, one thread, nothing of the library's. What a step should beat.
#ifndef SHAPEPROOF_SCALAR_LLAMA_H
#define SHAPEPROOF_SCALAR_LLAMA_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// A llama2.c file whose head is tied to the embedding. All layers of one kind are together; matrices are [out, in].
typedef struct {
  size_t width, hidden, layers, heads, key_heads, vocabulary;
  size_t head_size, key_width;
  float* all;
  float const *embedding, *attention_norm, *query, *key, *value, *output;
  float const *feed_forward_norm, *gate, *down, *up, *norm;
} llama_arrays;

// 0 where the file cannot be read; the arrays must be freed anyhow.
int llama_arrays_read(llama_arrays* arrays, char const* path);
void llama_arrays_free(llama_arrays* arrays);

typedef struct scalar_llama scalar_llama;

// Room for `capacity` positions; a null pointer where there is no memory. The arrays are used until it is closed.
scalar_llama* scalar_llama_open(llama_arrays const* arrays, size_t capacity);
void scalar_llama_close(scalar_llama* model);

// The logits of the token at a position, which is the number of steps before.
float const* scalar_llama_step(scalar_llama* model, size_t token, size_t position);

#ifdef __cplusplus
}
#endif

#endif
