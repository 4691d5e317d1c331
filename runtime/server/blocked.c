/*
 * Detects a run that sleeps in the kernel. Its only kernel thread cannot be woken by the program, so it waits for
 * something outside. The server notices that and sends a signal, whose handler reports the system call in which the
 * thread waits. (Calls between threads of the program never sleep: transfer.c.)
 */
#include "server/blocked.h"
#include "io/after-crash.h"
#include "io/exclusive-run.h"
#include "fiber/fiber.h"
#include "core/log.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#define SIGNAL 64 /* the last real-time signal */
#define WORDS 4096u

static uint64_t code_from, code_to; /* the code of the executable */

static const struct {
	short number;
	uint8_t file;
	const char *name;
} calls[] = {
	{SYS_read, 1, "read"},
	{SYS_write, 1, "write"},
	{SYS_open, 0, "open"},
	{SYS_openat, 0, "open"},
	{SYS_poll, 0, "poll"},
	{SYS_ppoll, 0, "poll"},
	{SYS_readv, 1, "readv"},
	{SYS_writev, 1, "writev"},
	{SYS_select, 0, "select"},
	{SYS_pselect6, 0, "select"},
	{SYS_pause, 0, "pause"},
	{SYS_connect, 1, "connect"},
	{SYS_accept, 1, "accept"},
	{SYS_accept4, 1, "accept"},
	{SYS_sendto, 1, "send"},
	{SYS_recvfrom, 1, "recv"},
	{SYS_sendmsg, 1, "sendmsg"},
	{SYS_recvmsg, 1, "recvmsg"},
	{SYS_wait4, 0, "wait"},
	{SYS_waitid, 0, "wait"},
	{SYS_semop, 0, "semop"},
	{SYS_semtimedop, 0, "semop"},
	{SYS_msgsnd, 0, "msgsnd"},
	{SYS_msgrcv, 0, "msgrcv"},
	{SYS_fcntl, 1, "fcntl"},
	{SYS_flock, 1, "flock"},
	{SYS_rt_sigtimedwait, 0, "sigwait"},
	{SYS_rt_sigsuspend, 0, "sigsuspend"},
	{SYS_epoll_wait, 1, "epoll_wait"},
	{SYS_epoll_pwait, 1, "epoll_wait"},
	{SYS_mq_timedsend, 0, "mq_send"},
	{SYS_mq_timedreceive, 0, "mq_receive"},
	{SYS_futex, 0, "futex"},
	{SYS_nanosleep, 0, "nanosleep"},
	{SYS_clock_nanosleep, 0, "nanosleep"},
};

/* The innermost return address on the stack that lies in the program, just after a call instruction. */
static const void *caller(uint64_t sp)
{
	for (uint64_t i = 0; i < WORDS && sp + 8 * i + 8 <= dr_self->stack_top; i++) {
		uint64_t pc = ((const uint64_t *)(sp & -8ul))[i];
		if (pc < code_from + 8 || pc >= code_to || dr_ours(pc))
			continue;
		const uint8_t *code = (const uint8_t *)pc;
		if (code[-5] == 0xe8 || code[-6] == 0xff || code[-2] == 0xff)
			return (const void *)pc;
	}
	return NULL;
}

/*
 * Describes a futex on which the thread sleeps by a system call instruction of its own (as in libgomp). Only threads of
 * the program could wake it, by code that is not intercepted either.
 */
static void futex(char *text, size_t room, uint64_t pc)
{
	Dl_info module;
	const char *name = "inline assembly";
	if ((pc < code_from || pc >= code_to) && dladdr((const void *)pc, &module) && module.dli_fname) {
		const char *slash = strrchr(module.dli_fname, '/');
		name = slash ? slash + 1 : module.dli_fname;
	}
	snprintf(text, room, "waiting on a futex by a system call in %s, which drista does not see", name);
}

static void blocked(int number, siginfo_t *info, void *context)
{
	(void)number, (void)info;
	if (!dr_self || dr_run_waits_for_lock() || dr_run_waits_for_command())
		return;
	char text[128] = "a system call";
	for (unsigned i = 0; i < sizeof calls / sizeof *calls; i++)
		if (calls[i].number == dr_log->blocked_call)
			snprintf(text, sizeof text, calls[i].file ? "%s(%d)" : "%s", calls[i].name,
				dr_log->blocked_file);
	const greg_t *reg = ((ucontext_t *)context)->uc_mcontext.gregs;
	size_t n = strlen(text);
	if (dr_log->blocked_call == SYS_futex)
		futex(text, sizeof text, (uint64_t)reg[REG_RIP]);
	else
		snprintf(text + n, sizeof text - n, " that waits for something outside the program");
	dr_unsupported_at(text, caller((uint64_t)reg[REG_RSP]));
}

static int find_code(struct dl_phdr_info *info, size_t size, void *unused)
{
	(void)size, (void)unused;
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_flags & PF_X) {
			code_from = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
			code_to = code_from + info->dlpi_phdr[i].p_memsz;
		}
	return 1; /* the executable comes first */
}

void dr_blocked_init(void)
{
	dl_iterate_phdr(find_code, NULL);
	struct sigaction action = {.sa_sigaction = blocked, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
	sigaction(SIGNAL, &action, NULL);
}

/* Reads the file, as far as it fits. Returns 0 if it is unreadable. */
static size_t contents(pid_t process, const char *name, char *to, size_t room)
{
	char path[64];
	snprintf(path, sizeof path, "/proc/%d/%s", (int)process, name);
	int file = open(path, O_RDONLY | O_CLOEXEC);
	if (file < 0)
		return 0;
	ssize_t n = read(file, to, room - 1);
	close(file);
	to[n > 0 ? n : 0] = 0;
	return n > 0 ? (size_t)n : 0;
}

/* Is the process sleeping? Sets *used to its processor time so far: fields 3, 14 and 15 of /proc/PID/stat. */
static int sleeps(pid_t process, uint64_t *used)
{
	char text[1024];
	size_t n = contents(process, "stat", text, sizeof text), at = n;
	while (at > 0 && text[at - 1] != ')')
		at--;
	*used = 0;
	if (at == 0 || at + 2 > n)
		return 0;
	char state = text[at + 1];
	for (unsigned field = 3; at < n && field < 15; at++)
		if (text[at] == ' ' && ++field >= 15)
			*used += dr_decimal(text + at + 1);
		else if (text[at] == ' ' && field == 14)
			*used += dr_decimal(text + at + 1);
	return state == 'S';
}

void dr_blocked_check(pid_t process, struct dr_sleep *s)
{
	uint64_t used;
	int asleep = sleeps(process, &used);
	if (!asleep || used != s->used)
		s->times = 0;
	else
		s->times++;
	s->used = used;
	if (s->times != 2)
		return;
	char text[256];
	dr_log->blocked_call = dr_log->blocked_file = -1;
	if (contents(process, "syscall", text, sizeof text) && text[0] >= '0' && text[0] <= '9') {
		dr_log->blocked_call = (int32_t)dr_decimal(text);
		const char *at = text;
		while (*at && *at != ' ')
			at++;
		unsigned long argument = 0;
		for (at += *at ? 3 : 0; (*at >= '0' && *at <= '9') || (*at >= 'a' && *at <= 'f'); at++)
			argument = argument * 16 + (unsigned long)(*at <= '9' ? *at - '0' : *at - 'a' + 10);
		dr_log->blocked_file = (int32_t)argument;
	}
	kill(process, SIGNAL);
}
