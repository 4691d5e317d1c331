// An intrinsic reads symbolic bytes: no claim is made, and it is named.
// drista: inconclusive
// drista: build --symbolic -msse3
// drista: options --symbolic --symbolic=stdin:2
// hostile: once
// drista: says what llvm.x86.sse3.ldu.dq does with symbolic inputs at
#include <assert.h>
#include <pmmintrin.h>
#include <stdio.h>

int main(void)
{
	unsigned char bytes[16] = {0};
	if (fread(bytes, 1, 2, stdin) != 2)
		return 1;
	__m128i all = _mm_lddqu_si128((const __m128i *)bytes);
	assert(_mm_movemask_epi8(_mm_cmpeq_epi8(all, _mm_set1_epi8('a'))) != 2);
	return 0;
}
