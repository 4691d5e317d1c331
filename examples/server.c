/*
 * A small server: one thread accepts connections and puts them into a queue, a pool of workers takes them out and
 * answers. The clients are in the same program, so that all of it can be checked: what comes when is then up to drista.
 *
 * drista: verified
 */
#include <assert.h>
#include <arpa/inet.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define CLIENTS 1
#define WORKERS 2
#define STOP (-1)

static struct {
	pthread_mutex_t mutex;
	pthread_cond_t filled;
	int connection[CLIENTS + WORKERS];
	unsigned first, end;
} queue = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, {0}, 0, 0};

static void put(int connection)
{
	pthread_mutex_lock(&queue.mutex);
	queue.connection[queue.end++] = connection;
	pthread_cond_signal(&queue.filled);
	pthread_mutex_unlock(&queue.mutex);
}

static int take(void)
{
	pthread_mutex_lock(&queue.mutex);
	while (queue.first == queue.end)
		pthread_cond_wait(&queue.filled, &queue.mutex);
	int connection = queue.connection[queue.first++];
	pthread_mutex_unlock(&queue.mutex);
	return connection;
}

static void *work(void *unused)
{
	(void)unused;
	for (int connection; (connection = take()) != STOP;) {
		char request;
		if (read(connection, &request, 1) == 1) {
			char answer = (char)(request + 1);
			write(connection, &answer, 1);
		}
		close(connection);
	}
	return NULL;
}

static void *serve(void *listening)
{
	pthread_t workers[WORKERS];
	for (int i = 0; i < WORKERS; i++)
		pthread_create(&workers[i], NULL, work, NULL);
	for (int i = 0; i < CLIENTS; i++)
		put(accept(*(int *)listening, NULL, NULL));
	for (int i = 0; i < WORKERS; i++)
		put(STOP);
	for (int i = 0; i < WORKERS; i++)
		pthread_join(workers[i], NULL);
	return NULL;
}

int main(void)
{
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t length = sizeof address;
	int listening = socket(AF_INET, SOCK_STREAM, 0);
	bind(listening, (struct sockaddr *)&address, sizeof address);
	listen(listening, CLIENTS);
	getsockname(listening, (struct sockaddr *)&address, &length);

	pthread_t server;
	pthread_create(&server, NULL, serve, &listening);
	for (int i = 0; i < CLIENTS; i++) {
		int connection = socket(AF_INET, SOCK_STREAM, 0);
		connect(connection, (struct sockaddr *)&address, sizeof address);
		char c = 'a', answer = 0;
		write(connection, &c, 1);
		read(connection, &answer, 1);
		assert(answer == 'b');
		close(connection);
	}
	pthread_join(server, NULL);
	return 0;
}
