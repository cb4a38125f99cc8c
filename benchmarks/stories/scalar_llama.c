// SPDX-License-Identifier: BSL-1.0
#include "scalar_llama.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static float* floats(size_t count) { return calloc(count, sizeof(float)); }

static float const* take(float const** next, size_t count) {
  float const* const begin = *next;
  *next += count;
  return begin;
}

// Where each array begins; returns how many floats they are together.
static size_t lay_out(llama_arrays* a) {
  size_t const layers = a->layers, width = a->width, hidden = a->hidden, key_width = a->key_width;
  float const* next = a->all;
  a->embedding = take(&next, a->vocabulary * width);
  a->attention_norm = take(&next, layers * width);
  a->query = take(&next, layers * width * width);
  a->key = take(&next, layers * key_width * width);
  a->value = take(&next, layers * key_width * width);
  a->output = take(&next, layers * width * width);
  a->feed_forward_norm = take(&next, layers * width);
  a->gate = take(&next, layers * hidden * width);
  a->down = take(&next, layers * width * hidden);
  a->up = take(&next, layers * hidden * width);
  a->norm = take(&next, width);
  return a->vocabulary * width + layers * (2 * width * (1 + width + key_width) + 3 * hidden * width) + width;
}

int llama_arrays_read(llama_arrays* a, char const* path) {
  memset(a, 0, sizeof *a);
  FILE* const file = fopen(path, "rb");
  if (!file) return 0;
  int32_t h[7];  // width, hidden, layers, heads, heads of keys, vocabulary, positions
  int good = fread(h, sizeof h, 1, file) == 1 && h[3] > 0 && h[4] > 0 && h[5] > 0;
  if (good) {
    *a = (llama_arrays){.width = (size_t)h[0],
                        .hidden = (size_t)h[1],
                        .layers = (size_t)h[2],
                        .heads = (size_t)h[3],
                        .key_heads = (size_t)h[4],
                        .vocabulary = (size_t)h[5],
                        .head_size = (size_t)(h[0] / h[3]),
                        .key_width = (size_t)(h[0] / h[3] * h[4])};
    size_t const count = lay_out(a);
    a->all = floats(count);
    good = a->all && fread(a->all, sizeof(float), count, file) == count;
    lay_out(a);
  }
  fclose(file);
  return good;
}

void llama_arrays_free(llama_arrays* a) { free(a->all); }

struct scalar_llama {
  llama_arrays const* w;
  size_t capacity;
  float* all;
  float *keys, *values;  // [layer, position, key_width]
  float *x, *normed, *q, *mixed, *gate, *up, *scores, *logits;
};

scalar_llama* scalar_llama_open(llama_arrays const* w, size_t capacity) {
  size_t const cache = w->layers * capacity * w->key_width;
  scalar_llama* const m = calloc(1, sizeof *m);
  float* next = floats(2 * cache + 4 * w->width + 2 * w->hidden + capacity + w->vocabulary);
  if (!m || !next) {
    free(m);
    free(next);
    return 0;
  }
  m->w = w;
  m->capacity = capacity;
  m->all = m->keys = next;
  m->values = m->keys + cache;
  m->x = m->values + cache;
  m->normed = m->x + w->width;
  m->q = m->normed + w->width;
  m->mixed = m->q + w->width;
  m->gate = m->mixed + w->width;
  m->up = m->gate + w->hidden;
  m->scores = m->up + w->hidden;
  m->logits = m->scores + capacity;
  return m;
}

void scalar_llama_close(scalar_llama* m) {
  if (m) free(m->all);
  free(m);
}

static void rms_norm(float* to, float const* x, float const* scale, size_t size) {
  float sum = 0;
  for (size_t i = 0; i < size; ++i) sum += x[i] * x[i];
  float const factor = 1 / sqrtf(sum / (float)size + 1e-5F);
  for (size_t i = 0; i < size; ++i) to[i] = x[i] * factor * scale[i];
}

// to[out] = w[out, in] * x[in]
static void multiply(float* to, float const* w, float const* x, size_t out, size_t in) {
  for (size_t i = 0; i < out; ++i) {
    float sum = 0;
    for (size_t j = 0; j < in; ++j) sum += w[i * in + j] * x[j];
    to[i] = sum;
  }
}

static void softmax(float* x, size_t size) {
  float most = x[0], sum = 0;
  for (size_t i = 1; i < size; ++i)
    if (x[i] > most) most = x[i];
  for (size_t i = 0; i < size; ++i) {
    x[i] = expf(x[i] - most);
    sum += x[i];
  }
  for (size_t i = 0; i < size; ++i) x[i] /= sum;
}

static void add(float* to, float const* x, size_t size) {
  for (size_t i = 0; i < size; ++i) to[i] += x[i];
}

// Turns the pairs of every head, of the query and, where it has as many heads, of the key.
static void rotate(float* q, float* k, llama_arrays const* w, size_t position) {
  for (size_t i = 0; i < w->width; i += 2) {
    float const frequency = 1 / powf(1e4F, (float)(i % w->head_size) / (float)w->head_size);
    float const cosine = cosf((float)position * frequency), sine = sinf((float)position * frequency);
    for (int both = 0; both < (i < w->key_width ? 2 : 1); ++both) {
      float* const x = (both ? k : q) + i;
      float const first = x[0], second = x[1];
      x[0] = first * cosine - second * sine;
      x[1] = first * sine + second * cosine;
    }
  }
}

static void attend(scalar_llama* m, float const* keys, float const* values, size_t position) {
  size_t const size = m->w->head_size, key_width = m->w->key_width, group = m->w->heads / m->w->key_heads;
  for (size_t head = 0; head < m->w->heads; ++head) {
    float const *const q = m->q + head * size, *const k = keys + head / group * size;
    float const* const v = values + head / group * size;
    for (size_t s = 0; s <= position; ++s) {
      float sum = 0;
      for (size_t i = 0; i < size; ++i) sum += q[i] * k[s * key_width + i];
      m->scores[s] = sum / sqrtf((float)size);
    }
    softmax(m->scores, position + 1);
    float* const to = m->mixed + head * size;
    memset(to, 0, size * sizeof *to);
    for (size_t s = 0; s <= position; ++s)
      for (size_t i = 0; i < size; ++i) to[i] += m->scores[s] * v[s * key_width + i];
  }
}

static void layer(scalar_llama* m, size_t l, size_t position) {
  llama_arrays const* const w = m->w;
  size_t const width = w->width, hidden = w->hidden, key_width = w->key_width;
  float *const keys = m->keys + l * m->capacity * key_width, *const k = keys + position * key_width;
  float *const values = m->values + l * m->capacity * key_width, *const v = values + position * key_width;

  rms_norm(m->normed, m->x, w->attention_norm + l * width, width);
  multiply(m->q, w->query + l * width * width, m->normed, width, width);
  multiply(k, w->key + l * key_width * width, m->normed, key_width, width);
  multiply(v, w->value + l * key_width * width, m->normed, key_width, width);
  rotate(m->q, k, w, position);
  attend(m, keys, values, position);
  multiply(m->normed, w->output + l * width * width, m->mixed, width, width);
  add(m->x, m->normed, width);

  rms_norm(m->normed, m->x, w->feed_forward_norm + l * width, width);
  multiply(m->gate, w->gate + l * hidden * width, m->normed, hidden, width);
  multiply(m->up, w->up + l * hidden * width, m->normed, hidden, width);
  for (size_t i = 0; i < hidden; ++i) m->gate[i] *= m->up[i] / (1 + expf(-m->gate[i]));
  multiply(m->normed, w->down + l * hidden * width, m->gate, width, hidden);
  add(m->x, m->normed, width);
}

float const* scalar_llama_step(scalar_llama* m, size_t token, size_t position) {
  llama_arrays const* const w = m->w;
  memcpy(m->x, w->embedding + token * w->width, w->width * sizeof *m->x);
  for (size_t l = 0; l < w->layers; ++l) layer(m, l, position);
  rms_norm(m->normed, m->x, w->norm, w->width);
  multiply(m->logits, w->embedding, m->normed, w->vocabulary, w->width);
  return m->logits;
}
