#include <assert.h>
#include <pthread.h>
#include "sqlite3.h"
static void run(sqlite3 *db, const char *text) {
  int rc = sqlite3_exec(db, text, 0, 0, 0);
  assert(rc == SQLITE_OK || rc == SQLITE_BUSY || rc == SQLITE_LOCKED);
}
static void *other(void *db) { run(db, "insert into t values(2)"); return 0; }
int main(void) {
  sqlite3 *db;
  pthread_t t;
  assert(sqlite3_open(":memory:", &db) == SQLITE_OK);
  run(db, "create table t(x)");
  pthread_create(&t, 0, other, db);
  run(db, "insert into t values(1)");
  pthread_join(t, 0);
  sqlite3_close(db);
  return 0;
}
