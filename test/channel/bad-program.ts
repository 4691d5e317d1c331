/** Tiny C programs that stand in for a checked program, mostly a broken one. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DR_VERSION } from '../../src/channel/protocol';

const PRELUDE = `
#define VERSION ${DR_VERSION}
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <unistd.h>
static int fd(void) { return atoi(getenv("DRISTA_FD")); }
static void put(const void *p, size_t n) { if (write(fd(), p, n) != (ssize_t)n) _exit(9); }
static void get(void *p, size_t n) { char *c = p; while (n) { ssize_t r = read(fd(), c, n); if (r <= 0) _exit(0);
c += r; n -= r; } }
static void put32(uint32_t v) { put(&v, 4); }
static void put64(uint64_t v) { put(&v, 8); }
static void frame(uint32_t length, uint32_t type) { put32(length); put32(type); }
static void hello(uint32_t version) { frame(16, 1); put32(0x54535244); put32(version); put32(getpid()); put32(0); }
static uint32_t skip(void) { uint32_t h[2]; get(h, 8); char c; for (uint32_t i = 0; i < h[0]; i++) get(&c, 1);
return h[1] & 0xffff; }
`;

/** A folder for compiled programs; remove() it after the tests. */
export class Workshop {
  private readonly folder = mkdtempSync(join(tmpdir(), 'drista-test-'));

  /** Compiles a main with this body (helpers: see PRELUDE); returns the program's path. */
  build(name: string, body: string): string {
    const source = join(this.folder, `${name}.c`);
    writeFileSync(
      source,
      `${PRELUDE}\nint main(int argc, char **argv) { (void)argc; (void)argv; (void)hello; (void)skip; ` +
        `(void)put64; (void)frame;\n${body}\nreturn 0; }\n`,
    );
    execFileSync('cc', ['-w', '-o', join(this.folder, name), source], { stdio: 'inherit' });
    return join(this.folder, name);
  }

  file(name: string): string {
    return join(this.folder, name);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
