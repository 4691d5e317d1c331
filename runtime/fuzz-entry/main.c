/*
 * The main of a program with LLVMFuzzerTestOneInput, which is libFuzzer's interface. `drista cc -fsanitize=fuzzer`
 * compiles it as a part of the program: as C or C++, whichever the program is. It calls the function with the input of
 * `drista fuzz`; given arguments, with the contents of these files.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
__attribute__((weak)) int LLVMFuzzerInitialize(int *argc, char ***argv);
void *drista_runtime_fuzz_input(const char *path, size_t *size);
#ifdef __cplusplus
}
#endif

/* Tells `drista fuzz` that the program takes inputs (src/check/program-file.ts). */
__attribute__((section("drista_fuzz"), used)) static const char marker = 1;

static void run(const char *path)
{
	size_t size = 0;
	uint8_t *data = (uint8_t *)drista_runtime_fuzz_input(path, &size);
	LLVMFuzzerTestOneInput(data, size);
	free(data);
}

int main(int argc, char **argv)
{
	int files = 0;
	if (LLVMFuzzerInitialize != NULL)
		LLVMFuzzerInitialize(&argc, &argv);
	for (int i = 1; i < argc; i++)
		if (argv[i][0] != '-') { /* libFuzzer's own options are of no use here */
			run(argv[i]);
			files++;
		}
	if (files == 0)
		run(NULL);
	return 0;
}
