/* The functions of ThreadSanitizer that a compiler would call, for tests that call them themselves. */
#pragma once
#include <stdint.h>

void __tsan_read1(void *);
void __tsan_read16(void *);
void __tsan_write1(void *);
void __tsan_read_range(void *, unsigned long);
void __tsan_write_range(void *, unsigned long);
void __tsan_read4(void *);
void __tsan_read8(void *);
void __tsan_write2(void *);
void __tsan_write4(void *);
void __tsan_write8(void *);
void __tsan_write16(void *);
void __tsan_unaligned_read4(void *);
void __tsan_func_entry(void *);
void __tsan_func_exit(void);
uint32_t __tsan_atomic32_load(const volatile uint32_t *, int);
void __tsan_atomic32_store(volatile uint32_t *, uint32_t, int);
uint32_t __tsan_atomic32_exchange(volatile uint32_t *, uint32_t, int);
int __tsan_atomic32_compare_exchange_strong(volatile uint32_t *, uint32_t *, uint32_t, int, int);
uint8_t __tsan_atomic8_fetch_nand(volatile uint8_t *, uint8_t, int);
void __tsan_atomic128_store(volatile unsigned __int128 *, unsigned __int128, int);
