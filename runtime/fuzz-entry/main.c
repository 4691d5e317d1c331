/*
 * The main of a program with LLVMFuzzerTestOneInput, which is libFuzzer's interface. `drista cc -fsanitize=fuzzer`
 * compiles it as a part of the program: as C or C++, whichever the program is. It calls the function with the input of
 * `drista fuzz`; given arguments, with the contents of these files.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
__attribute__((weak)) int LLVMFuzzerInitialize(int *argc, char ***argv);
size_t drista_runtime_fuzz_input(void *to, size_t room);
#ifdef __cplusplus
}
#endif

/* Tells `drista fuzz` that the program takes inputs (src/check/program-file.ts). */
__attribute__((section("drista_fuzz"), used)) static const char marker = 1;

/* A block of its own size for each input, so that what is read behind it is seen. */
static uint8_t *room_for(size_t size)
{
	uint8_t *data = (uint8_t *)malloc(size);
	if (data == NULL) {
		fprintf(stderr, "no memory for an input of %zu bytes\n", size);
		exit(2);
	}
	return data;
}

static void run_file(const char *path)
{
	FILE *file = fopen(path, "rb");
	long size = -1;
	if (file != NULL && fseek(file, 0, SEEK_END) == 0)
		size = ftell(file);
	if (size < 0 || fseek(file, 0, SEEK_SET) != 0) {
		perror(path);
		exit(2);
	}
	uint8_t *data = room_for((size_t)size);
	if (fread(data, 1, (size_t)size, file) != (size_t)size) {
		perror(path);
		exit(2);
	}
	fclose(file);
	LLVMFuzzerTestOneInput(data, (size_t)size);
	free(data);
}

int main(int argc, char **argv)
{
	int files = 0;
	if (LLVMFuzzerInitialize != NULL)
		LLVMFuzzerInitialize(&argc, &argv);
	for (int i = 1; i < argc; i++)
		if (argv[i][0] != '-') { /* libFuzzer's own options are of no use here */
			run_file(argv[i]);
			files++;
		}
	if (files == 0) {
		size_t size = drista_runtime_fuzz_input(NULL, 0);
		uint8_t *data = room_for(size);
		drista_runtime_fuzz_input(data, size);
		LLVMFuzzerTestOneInput(data, size);
		free(data);
	}
	return 0;
}
