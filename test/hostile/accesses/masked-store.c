// What a builtin function of the compiler for one instruction stores is not seen, and the verdict says so.
// drista: verified
// drista: says no errors found
// drista: says not seen: the statement `llvm.x86.sse2.maskmov.dqu` in body (masked-store.c:
// drista: never says verified
#include <immintrin.h>
#include <pthread.h>

static char bytes[16];
static int ready;

static void *body(void *unused)
{
	ready = 1;
	_mm_maskmoveu_si128(_mm_set1_epi8(1), _mm_set1_epi8(-1), bytes);
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, body, 0);
	bytes[3] = 2;
	pthread_join(t, 0);
	return ready - 1;
}
