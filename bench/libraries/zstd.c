// zstd: a few bytes are compressed by one worker thread, and decompressed. They come in two parts: else zstd works by
// itself.
#define ZSTD_STATIC_LINKING_ONLY
#include <assert.h>
#include <string.h>
#include <zstd.h>

int main(void)
{
	static char in[64] = "hello, hello, hello", out[4096], back[64];
	ZSTD_CCtx *c = ZSTD_createCCtx();
	ZSTD_CCtx_setParameter(c, ZSTD_c_nbWorkers, 1);
	ZSTD_CCtx_setParameter(c, ZSTD_c_compressionLevel, 1);
	ZSTD_CCtx_setParameter(c, ZSTD_c_windowLog, 10);
	ZSTD_outBuffer to = {out, sizeof out, 0};
	ZSTD_inBuffer from = {in, 5, 0};
	size_t left = ZSTD_compressStream2(c, &to, &from, ZSTD_e_continue);
	assert(!ZSTD_isError(left));
	from = (ZSTD_inBuffer){in, sizeof in, 5};
	do {
		left = ZSTD_compressStream2(c, &to, &from, ZSTD_e_end);
		assert(!ZSTD_isError(left));
	} while (left);
	ZSTD_freeCCtx(c);
	assert(ZSTD_decompress(back, sizeof back, out, to.pos) == sizeof back && !memcmp(in, back, sizeof back));
	return 0;
}
