// libuv: a job for the pool of threads (one: UV_THREADPOOL_SIZE), and what follows it in the loop.
// -DBUG: main writes what the job writes too.
#include <assert.h>
#include <stdlib.h>
#include <uv.h>

static int data, done;

static void work(uv_work_t *request)
{
	(void)request;
	data = 1;
}

static void after(uv_work_t *request, int status)
{
	(void)request, (void)status;
	assert(data == 1);
	done++;
}

int main(void)
{
	uv_loop_t loop;
	uv_work_t request;
	setenv("UV_THREADPOOL_SIZE", "1", 1);
	uv_loop_init(&loop);
	uv_queue_work(&loop, &request, work, after);
#ifdef BUG
	data = 2;
#endif
	uv_run(&loop, UV_RUN_DEFAULT);
	assert(done == 1);
	uv_loop_close(&loop);
	return 0;
}
