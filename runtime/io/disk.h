/*
 * What is on the disk, and what may be there after a loss of power (--crash; docs/explanation/crashes.md): the names
 * and files in the run's folder, as they are now, as they were last made durable, and all contents in between. What a
 * call has changed is found by comparison, so that no call can be forgotten. For crash.c and sync.c only.
 */
#ifndef DRISTA_DISK_H
#define DRISTA_DISK_H

#include "core/internal.h"

#include <sys/types.h>

#define DR_DISK_PAGE 4096u
#define DR_DISK_FILES 512u
#define DR_DISK_NAMES 2048u
#define DR_DISK_CHANGES 2048u
#define DR_DISK_ROOT 0u

/* Who has written something. Of what was there at first, `call` is NULL. */
struct dr_disk_writer {
	const char *call;
	const void *site;
	unsigned thread;
};

/* What a page held, or the size and mode of the file, after some call since the file was last durable; the first one is
 * what is durable. */
struct dr_disk_version {
	unsigned older; /* index plus one; 0: there is none */
	uint32_t page; /* DR_DISK_SIZE: the size and mode */
	const uint8_t *bytes;
	uint64_t size;
	mode_t mode;
	struct dr_disk_writer by;
};
#define DR_DISK_SIZE UINT32_MAX

struct dr_disk_file {
	uint64_t device, inode;
	int number; /* a descriptor of the runtime's own: the file remains when its names go */
	int is_folder;
	uint64_t id; /* a digest of how it came to be, equal in all runs */
	uint8_t *bytes; /* as they are now; there is room for `room`, and all behind the size is 0 */
	uint64_t room, size;
	mode_t mode;
	unsigned latest; /* its versions, the latest first: index plus one; 0: what is there now is durable */
	struct dr_disk_writer by; /* of what is durable */
};

struct dr_disk_name {
	unsigned folder, file; /* indices of files; DR_DISK_FILES: the name goes */
	const char *name;
};

struct dr_disk_names {
	unsigned count;
	struct dr_disk_name name[DR_DISK_NAMES];
};

struct dr_disk {
	unsigned files, versions;
	struct dr_disk_file file[DR_DISK_FILES];
	struct dr_disk_names now, durable;
	/* What has happened to names since they were durable: changes that one call has made are one operation. */
	unsigned changes, operations;
	struct dr_disk_name change[DR_DISK_CHANGES];
	unsigned end[DR_DISK_CHANGES]; /* of each operation in change[] */
	struct dr_disk_writer by[DR_DISK_CHANGES];
	uint64_t digest; /* of all that has happened */
};
extern struct dr_disk *dr_disk; /* from dr_disk_begin on */
extern struct dr_disk_version *dr_disk_version;

/* Reads the folder as it is at the beginning of the run. */
void dr_disk_begin(const char *folder);
/* Compares the folder with what is known; the call is what has made the difference. Returns whether there is one. */
int dr_disk_look(struct dr_disk_writer by);
/* The file of the descriptor; NULL: it is none of the folder. */
struct dr_disk_file *dr_disk_file_of(int number);
/* What is there is durable now. */
void dr_disk_sync_file(struct dr_disk_file *f);
void dr_disk_sync_names(void);
int dr_disk_has_news(const struct dr_disk_file *f);
/* The names with the first `operations` of the changes. */
void dr_disk_names_after(struct dr_disk_names *to, unsigned operations);
/* As strcmp and memcmp, which are the program's own functions and announce what they read. The second one returns
 * whether the bytes are equal. */
int dr_disk_order(const char *a, const char *b);
int dr_disk_same(const uint8_t *a, const uint8_t *b, size_t size);
/* Memory for what is known of the disk; it is 0, and not given back. */
void *dr_disk_room(size_t size);

#endif
