/* Functions of the runtime that know of symbolic inputs, by name (library.h). */
#include "symbolic/library.h"
#include "internal.h"
#include "libc/wrapped.h"

static const struct dr_library library[] = {
	/* They read files, or text. */
	{"read", 0},
	{"__read_chk", 0},
	{"readv", 0},
	{"pread", 0},
	{"pread64", 0},
	{"__pread_chk", 0},
	{"__pread64_chk", 0},
	{"preadv", 0},
	{"preadv64", 0},
	{"preadv2", 0},
	{"preadv64v2", 0},
	{"mmap", 0},
	{"mmap64", 0},
	{"fread", 0},
	{"fread_unlocked", 0},
	{"__fread_chk", 0},
	{"__fread_unlocked_chk", 0},
	{"fgets", 0},
	{"fgets_unlocked", 0},
	{"__fgets_chk", 0},
	{"__fgets_unlocked_chk", 0},
	{"getline", 0},
	{"getdelim", 0},
	{"__getdelim", 0},
	{"fgetc", 0},
	{"getc", 0},
	{"_IO_getc", 0},
	{"getchar", 0},
	{"fgetc_unlocked", 0},
	{"getc_unlocked", 0},
	{"getchar_unlocked", 0},
	{"__uflow", 0},
	{"ungetc", 1},
	{"recv", 0},
	{"__recv_chk", 0},
	{"recvfrom", 0},
	{"__recvfrom_chk", 0},
	{"recvmsg", 0},
	{"scanf", 0},
	{"fscanf", 0},
	{"vscanf", 0},
	{"vfscanf", 0},
	{"__isoc99_scanf", 0},
	{"__isoc99_fscanf", 0},
	{"__isoc99_vscanf", 0},
	{"__isoc99_vfscanf", 0},
	{"__isoc23_scanf", 0},
	{"__isoc23_fscanf", 0},
	{"__isoc23_vscanf", 0},
	{"__isoc23_vfscanf", 0},
	{"sscanf", 0},
	{"vsscanf", 0},
	{"__isoc99_sscanf", 0},
	{"__isoc99_vsscanf", 0},
	{"__isoc23_sscanf", 0},
	{"__isoc23_vsscanf", 0},
	{"", 0}, /* the end of those that read */
	/* They write what nobody reads again, or are unseen (dr_outside_written). */
	{"write", 0},
	{"writev", 0},
	{"send", 0},
	{"sendto", 0},
	{"sendmsg", 0},
	{"fwrite", 0},
	{"fwrite_unlocked", 0},
	{"fputs", 0},
	{"fputs_unlocked", 0},
	{"puts", 0},
	{"putchar", 1},
	{"putchar_unlocked", 1},
	{"fputc", 1},
	{"putc", 1},
	{"_IO_putc", 1},
	{"fputc_unlocked", 1},
	{"putc_unlocked", 1},
	{"printf", 0},
	{"fprintf", 0},
	{"vprintf", 0},
	{"vfprintf", 0},
	{"__printf_chk", 0},
	{"__fprintf_chk", 0},
	{"__vprintf_chk", 0},
	{"__vfprintf_chk", 0},
	/* They neither read nor write bytes of files; realloc copies expressions too. */
	{"open", 0},
	{"open64", 0},
	{"openat", 0},
	{"openat64", 0},
	{"__open_2", 0},
	{"__open64_2", 0},
	{"fopen", 0},
	{"fopen64", 0},
	{"freopen", 0},
	{"freopen64", 0},
	{"fdopen", 0},
	{"close", 0},
	{"fclose", 0},
	{"dup", 0},
	{"dup2", 0},
	{"dup3", 0},
	{"lseek", 0},
	{"lseek64", 0},
	{"fstat", 0},
	{"fstat64", 0},
	{"stat", 0},
	{"stat64", 0},
	{"lstat", 0},
	{"lstat64", 0},
	{"access", 0},
	{"munmap", 0},
	{"fseek", 0},
	{"fseeko", 0},
	{"fseeko64", 0},
	{"ftell", 0},
	{"ftello", 0},
	{"ftello64", 0},
	{"rewind", 0},
	{"feof", 0},
	{"ferror", 0},
	{"clearerr", 0},
	{"feof_unlocked", 0},
	{"ferror_unlocked", 0},
	{"clearerr_unlocked", 0},
	{"fileno", 0},
	{"fileno_unlocked", 0},
	{"fflush", 0},
	{"fflush_unlocked", 0},
	{"setvbuf", 0},
	{"setbuf", 0},
	{"setbuffer", 0},
	{"setlinebuf", 0},
	{"fcntl", 0},
	{"fcntl64", 0},
	{"socket", 0},
	{"bind", 0},
	{"listen", 0},
	{"accept", 0},
	{"accept4", 0},
	{"setsockopt", 0},
	{"getsockopt", 0},
	{"getsockname", 0},
	{"getpeername", 0},
	{"shutdown", 0},
	{"pipe", 0},
	{"pipe2", 0},
	{"poll", 0},
	{"ppoll", 0},
	{"select", 0},
	{"epoll_create", 0},
	{"epoll_create1", 0},
	{"epoll_ctl", 0},
	{"epoll_wait", 0},
	{"epoll_pwait", 0},
	{"eventfd", 0},
	{"flockfile", 0},
	{"funlockfile", 0},
	{"realloc", 0},
	{"reallocarray", 0},
	{"getenv", 0},
	{"secure_getenv", 0},
	{"setlocale", 0},
	{"uselocale", 0},
};

static int is_same(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return *a == *b;
}

const struct dr_library *dr_library_of(const void *callee, const char *name)
{
	if (!name || !dr_ours((uint64_t)callee))
		return NULL;
	for (unsigned i = 0; i < sizeof library / sizeof *library; i++)
		if (is_same(library[i].name, name)) {
			const struct dr_wrapped *w = dr_wrapped_named(name);
			/* A library of the program may have a function of that name. */
			return w && w->leads_to == w->function ? &library[i] : NULL;
		}
	return NULL;
}

int dr_library_reads(const char *name)
{
	for (const struct dr_library *l = library; *l->name; l++)
		if (is_same(l->name, name))
			return 1;
	return 0;
}
