/* Functions of the runtime that know of symbolic inputs, by name (library.h). */
#include "symbolic/library.h"
#include "core/internal.h"

#include <stddef.h>

/* The function sees to all memory that it uses. */
#define WHOLE (~0u)
/* The function announces what it uses, as for races: what it reads is pinned, what it writes is concrete. */
#define ANNOUNCED (~1u)
#define ARGUMENT(n) (1u << ((n)-1))

static const struct dr_library library[] = {
	/* They read files, or text. */
	{"read", 0, WHOLE},
	{"__read_chk", 0, WHOLE},
	{"readv", 0, WHOLE},
	{"pread", 0, WHOLE},
	{"pread64", 0, WHOLE},
	{"__pread_chk", 0, WHOLE},
	{"__pread64_chk", 0, WHOLE},
	{"preadv", 0, WHOLE},
	{"preadv64", 0, WHOLE},
	{"preadv2", 0, WHOLE},
	{"preadv64v2", 0, WHOLE},
	{"mmap", 0, WHOLE},
	{"mmap64", 0, WHOLE},
	{"fread", 0, WHOLE},
	{"fread_unlocked", 0, WHOLE},
	{"__fread_chk", 0, WHOLE},
	{"__fread_unlocked_chk", 0, WHOLE},
	{"fgets", 0, WHOLE},
	{"fgets_unlocked", 0, WHOLE},
	{"__fgets_chk", 0, WHOLE},
	{"__fgets_unlocked_chk", 0, WHOLE},
	{"getline", 0, WHOLE},
	{"getdelim", 0, WHOLE},
	{"__getdelim", 0, WHOLE},
	{"fgetc", 0, WHOLE},
	{"getc", 0, WHOLE},
	{"_IO_getc", 0, WHOLE},
	{"getchar", 0, WHOLE},
	{"fgetc_unlocked", 0, WHOLE},
	{"getc_unlocked", 0, WHOLE},
	{"getchar_unlocked", 0, WHOLE},
	{"__uflow", 0, WHOLE},
	{"ungetc", ARGUMENT(1), WHOLE},
	{"recv", 0, WHOLE},
	{"__recv_chk", 0, WHOLE},
	{"recvfrom", 0, WHOLE},
	{"__recvfrom_chk", 0, WHOLE},
	{"recvmsg", 0, WHOLE},
	{"scanf", 0, WHOLE},
	{"fscanf", 0, WHOLE},
	{"vscanf", 0, WHOLE},
	{"vfscanf", 0, WHOLE},
	{"__isoc99_scanf", 0, WHOLE},
	{"__isoc99_fscanf", 0, WHOLE},
	{"__isoc99_vscanf", 0, WHOLE},
	{"__isoc99_vfscanf", 0, WHOLE},
	{"__isoc23_scanf", 0, WHOLE},
	{"__isoc23_fscanf", 0, WHOLE},
	{"__isoc23_vscanf", 0, WHOLE},
	{"__isoc23_vfscanf", 0, WHOLE},
	{"sscanf", 0, WHOLE},
	{"vsscanf", 0, WHOLE},
	{"__isoc99_sscanf", 0, WHOLE},
	{"__isoc99_vsscanf", 0, WHOLE},
	{"__isoc23_sscanf", 0, WHOLE},
	{"__isoc23_vsscanf", 0, WHOLE},
	{"", 0, 0}, /* the end of those that read */
	/* They write what nobody reads again, or are unseen (dr_outside_written). */
	{"write", 0, WHOLE},
	{"writev", 0, WHOLE},
	{"send", 0, WHOLE},
	{"sendto", 0, WHOLE},
	{"sendmsg", 0, WHOLE},
	{"fwrite", 0, WHOLE},
	{"fwrite_unlocked", 0, WHOLE},
	{"fputs", 0, WHOLE},
	{"fputs_unlocked", 0, WHOLE},
	{"puts", 0, WHOLE},
	{"putchar", ARGUMENT(1), WHOLE},
	{"putchar_unlocked", ARGUMENT(1), WHOLE},
	{"fputc", ARGUMENT(1), WHOLE},
	{"putc", ARGUMENT(1), WHOLE},
	{"_IO_putc", ARGUMENT(1), WHOLE},
	{"fputc_unlocked", ARGUMENT(1), WHOLE},
	{"putc_unlocked", ARGUMENT(1), WHOLE},
	{"printf", 0, WHOLE},
	{"fprintf", 0, WHOLE},
	{"vprintf", 0, WHOLE},
	{"vfprintf", 0, WHOLE},
	{"__printf_chk", 0, WHOLE},
	{"__fprintf_chk", 0, WHOLE},
	{"__vprintf_chk", 0, WHOLE},
	{"__vfprintf_chk", 0, WHOLE},
	/* They make what they print concrete (io/print.c). */
	{"sprintf", 0, WHOLE},
	{"snprintf", 0, WHOLE},
	{"vsprintf", 0, WHOLE},
	{"vsnprintf", 0, WHOLE},
	{"__sprintf_chk", 0, WHOLE},
	{"__snprintf_chk", 0, WHOLE},
	{"__vsprintf_chk", 0, WHOLE},
	{"__vsnprintf_chk", 0, WHOLE},
	/* They neither read nor write bytes of files. */
	{"open", 0, ANNOUNCED},
	{"open64", 0, ANNOUNCED},
	{"openat", 0, ANNOUNCED},
	{"openat64", 0, ANNOUNCED},
	{"__open_2", 0, ANNOUNCED},
	{"__open64_2", 0, ANNOUNCED},
	{"fopen", 0, ANNOUNCED},
	{"fopen64", 0, ANNOUNCED},
	{"freopen", 0, ANNOUNCED},
	{"freopen64", 0, ANNOUNCED},
	{"fdopen", 0, ANNOUNCED},
	{"close", 0, ANNOUNCED},
	{"fclose", 0, ANNOUNCED},
	{"dup", 0, ANNOUNCED},
	{"dup2", 0, ANNOUNCED},
	{"dup3", 0, ANNOUNCED},
	{"lseek", 0, ANNOUNCED},
	{"lseek64", 0, ANNOUNCED},
	{"fstat", 0, ANNOUNCED},
	{"fstat64", 0, ANNOUNCED},
	{"stat", 0, ANNOUNCED},
	{"stat64", 0, ANNOUNCED},
	{"lstat", 0, ANNOUNCED},
	{"lstat64", 0, ANNOUNCED},
	{"access", 0, ANNOUNCED},
	{"isatty", 0, ANNOUNCED},
	{"munmap", 0, ANNOUNCED},
	{"fseek", 0, ANNOUNCED},
	{"fseeko", 0, ANNOUNCED},
	{"fseeko64", 0, ANNOUNCED},
	{"ftell", 0, ANNOUNCED},
	{"ftello", 0, ANNOUNCED},
	{"ftello64", 0, ANNOUNCED},
	{"rewind", 0, ANNOUNCED},
	{"feof", 0, ANNOUNCED},
	{"ferror", 0, ANNOUNCED},
	{"clearerr", 0, ANNOUNCED},
	{"feof_unlocked", 0, ANNOUNCED},
	{"ferror_unlocked", 0, ANNOUNCED},
	{"clearerr_unlocked", 0, ANNOUNCED},
	{"fileno", 0, ANNOUNCED},
	{"fileno_unlocked", 0, ANNOUNCED},
	{"fflush", 0, ANNOUNCED},
	{"fflush_unlocked", 0, ANNOUNCED},
	{"setlinebuf", 0, ANNOUNCED},
	{"fcntl", 0, ANNOUNCED},
	{"fcntl64", 0, ANNOUNCED},
	{"socket", 0, ANNOUNCED},
	{"bind", 0, ANNOUNCED},
	{"listen", 0, ANNOUNCED},
	{"accept", 0, ANNOUNCED},
	{"accept4", 0, ANNOUNCED},
	{"setsockopt", 0, ANNOUNCED},
	{"getsockopt", 0, ANNOUNCED},
	{"getsockname", 0, ANNOUNCED},
	{"getpeername", 0, ANNOUNCED},
	{"shutdown", 0, ANNOUNCED},
	{"pipe", 0, ANNOUNCED},
	{"pipe2", 0, ANNOUNCED},
	{"poll", 0, ANNOUNCED},
	{"ppoll", 0, ANNOUNCED},
	{"select", 0, ANNOUNCED},
	{"epoll_create", 0, ANNOUNCED},
	{"epoll_create1", 0, ANNOUNCED},
	{"epoll_ctl", 0, ANNOUNCED},
	{"epoll_wait", 0, ANNOUNCED},
	{"epoll_pwait", 0, ANNOUNCED},
	{"eventfd", 0, ANNOUNCED},
	{"flockfile", 0, ANNOUNCED},
	{"funlockfile", 0, ANNOUNCED},
	{"getenv", 0, ANNOUNCED},
	{"secure_getenv", 0, ANNOUNCED},
	{"setlocale", 0, ANNOUNCED},
	{"uselocale", 0, ANNOUNCED},
	/* They move bytes, and the expressions with them. */
	{"realloc", 0, WHOLE},
	{"reallocarray", 0, WHOLE},
	{"setvbuf", 0, WHOLE},
	{"setbuf", 0, WHOLE},
	{"setbuffer", 0, WHOLE},
	{"pthread_setname_np", 0, WHOLE},
	{"pthread_getname_np", 0, WHOLE},
	/* What threads get and return (symbolic/threads.h). */
	{"pthread_create", ARGUMENT(4), 0},
	{"thrd_create", ARGUMENT(3), 0},
	{"pthread_exit", ARGUMENT(1), WHOLE},
	{"thrd_exit", ARGUMENT(1), WHOLE},
	{"pthread_join", 0, WHOLE},
	{"thrd_join", 0, WHOLE},
	/* Times that they get (symbolic/time.h). */
	{"pthread_mutex_timedlock", 0, ARGUMENT(2)},
	{"pthread_mutex_clocklock", 0, ARGUMENT(3)},
	{"pthread_rwlock_timedrdlock", 0, ARGUMENT(2)},
	{"pthread_rwlock_timedwrlock", 0, ARGUMENT(2)},
	{"pthread_rwlock_clockrdlock", 0, ARGUMENT(3)},
	{"pthread_rwlock_clockwrlock", 0, ARGUMENT(3)},
	{"pthread_cond_timedwait", 0, ARGUMENT(3)},
	{"pthread_cond_clockwait", 0, ARGUMENT(4)},
	{"pthread_timedjoin_np", 0, ARGUMENT(3)},
	{"pthread_clockjoin_np", 0, ARGUMENT(4)},
	{"sem_timedwait", 0, ARGUMENT(2)},
	{"sem_clockwait", 0, ARGUMENT(3)},
	{"mtx_timedlock", 0, ARGUMENT(2)},
	{"cnd_timedwait", 0, ARGUMENT(3)},
	{"nanosleep", 0, ARGUMENT(1)},
	{"clock_nanosleep", 0, ARGUMENT(3)},
	{"thrd_sleep", 0, ARGUMENT(1)},
	{"sleep", ARGUMENT(1), WHOLE},
	{"usleep", ARGUMENT(1), WHOLE},
	/* What drista.h calls: texts in it are for messages. */
	{"drista_runtime_assert_failed", 0, WHOLE},
	{"drista_runtime_assume_failed", 0, WHOLE},
	{"drista_runtime_choose", 0, WHOLE},
	{"drista_runtime_observe", 0, WHOLE},
	{"drista_runtime_atomic_begin", 0, WHOLE},
	{"drista_runtime_atomic_end", 0, WHOLE},
};

static int is_same(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return *a == *b;
}

const struct dr_library *dr_library_named(const char *name)
{
	for (unsigned i = 0; i < sizeof library / sizeof *library; i++)
		if (is_same(library[i].name, name))
			return &library[i];
	return NULL;
}

int dr_library_needs_row(const struct dr_library *library)
{
	return library->follows < ANNOUNCED;
}

int dr_library_announces(const struct dr_library *library)
{
	return library->follows == ANNOUNCED;
}

int dr_library_reads(const char *name)
{
	for (const struct dr_library *l = library; *l->name; l++)
		if (is_same(l->name, name))
			return 1;
	return 0;
}
