// SQLite: two threads insert a row each into one table of a database in memory, by one connection.
#include <assert.h>
#include <pthread.h>
#include <sqlite3.h>

static sqlite3 *base;

static void *insert(void *unused)
{
	int result = sqlite3_exec(base, "insert into t values (1)", 0, 0, 0);
	assert(result == SQLITE_OK);
	return unused;
}

int main(void)
{
	pthread_t other;
	int result = sqlite3_open(":memory:", &base);
	assert(result == SQLITE_OK);
	result = sqlite3_exec(base, "create table t (a)", 0, 0, 0);
	assert(result == SQLITE_OK);
	pthread_create(&other, 0, insert, 0);
	insert(0);
	pthread_join(other, 0);
	sqlite3_close(base);
	return 0;
}
