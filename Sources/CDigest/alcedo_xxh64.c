#include "alcedo_xxh64.h"

#include <string.h>

// The algorithm and its constants: Yann Collet, "xxHash fast digest algorithm", version 0.2.0, the part on XXH64.

static const uint64_t prime_1 = 0x9E3779B185EBCA87;
static const uint64_t prime_2 = 0xC2B2AE3D27D4EB4F;
static const uint64_t prime_3 = 0x165667B19E3779F9;
static const uint64_t prime_4 = 0x85EBCA77C2B2AE63;
static const uint64_t prime_5 = 0x27D4EB2F165667C5;

static uint64_t turned_left(uint64_t value, int bits)
{
    return value << bits | value >> (64 - bits);
}

// Little-endian, like all supported platforms.
static uint64_t word(const uint8_t *bytes)
{
    uint64_t value;
    memcpy(&value, bytes, sizeof value);
    return value;
}

static uint64_t with_word(uint64_t lane, uint64_t value)
{
    return turned_left(lane + value * prime_2, 31) * prime_1;
}

void alcedo_xxh64_init(alcedo_xxh64 *hash)
{
    memset(hash, 0, sizeof *hash);
    hash->lanes[0] = prime_1 + prime_2;
    hash->lanes[1] = prime_2;
    hash->lanes[3] = -prime_1;
}

static const uint8_t *take_stripes(alcedo_xxh64 *hash, const uint8_t *next, size_t stripes)
{
    uint64_t a = hash->lanes[0], b = hash->lanes[1], c = hash->lanes[2], d = hash->lanes[3];
    for (; stripes > 0; stripes--, next += 32) {
        a = with_word(a, word(next));
        b = with_word(b, word(next + 8));
        c = with_word(c, word(next + 16));
        d = with_word(d, word(next + 24));
    }
    hash->lanes[0] = a;
    hash->lanes[1] = b;
    hash->lanes[2] = c;
    hash->lanes[3] = d;
    return next;
}

void alcedo_xxh64_update(alcedo_xxh64 *hash, const void *bytes, size_t count)
{
    const uint8_t *next = bytes;
    if (count == 0) return;
    hash->total += count;
    if (hash->rest_count > 0) {
        const size_t room = sizeof hash->rest - hash->rest_count;
        const size_t taken = count < room ? count : room;
        memcpy(hash->rest + hash->rest_count, next, taken);
        hash->rest_count += taken;
        next += taken;
        count -= taken;
        if (hash->rest_count < sizeof hash->rest) return;
        take_stripes(hash, hash->rest, 1);
        hash->rest_count = 0;
    }
    next = take_stripes(hash, next, count / 32);
    hash->rest_count = count % 32;
    memcpy(hash->rest, next, hash->rest_count);
}

uint64_t alcedo_xxh64_value(const alcedo_xxh64 *hash)
{
    const uint64_t *lanes = hash->lanes;
    uint64_t value;
    if (hash->total >= 32) {
        value = turned_left(lanes[0], 1) + turned_left(lanes[1], 7) + turned_left(lanes[2], 12)
            + turned_left(lanes[3], 18);
        for (int lane = 0; lane < 4; lane++) {
            value = (value ^ with_word(0, lanes[lane])) * prime_1 + prime_4;
        }
    } else {
        value = prime_5;
    }
    value += hash->total;

    const uint8_t *next = hash->rest;
    size_t left = hash->rest_count;
    for (; left >= 8; left -= 8, next += 8) {
        value = turned_left(value ^ with_word(0, word(next)), 27) * prime_1 + prime_4;
    }
    if (left >= 4) {
        uint32_t half;
        memcpy(&half, next, sizeof half);
        value = turned_left(value ^ half * prime_1, 23) * prime_2 + prime_3;
        left -= 4;
        next += 4;
    }
    for (; left > 0; left--, next++) value = turned_left(value ^ *next * prime_5, 11) * prime_1;

    value = (value ^ value >> 33) * prime_2;
    value = (value ^ value >> 29) * prime_3;
    return value ^ value >> 32;
}
