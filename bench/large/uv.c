#include <assert.h>
#include <stdlib.h>
#include <uv.h>
static int sum, done;
static uv_mutex_t lock;
static void work(uv_work_t *w) {
  uv_mutex_lock(&lock);
  sum += *(int *)w->data;
  uv_mutex_unlock(&lock);
}
static void after(uv_work_t *w, int status) {
  assert(status == 0);
  done++;
}
int main(void) {
  uv_work_t w[2];
  int n[2] = {1, 2};
  uv_mutex_init(&lock);
  for (int i = 0; i < 2; i++) {
    w[i].data = &n[i];
    assert(uv_queue_work(uv_default_loop(), &w[i], work, after) == 0);
  }
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  assert(done == 2 && sum == 3);
  return 0;
}
