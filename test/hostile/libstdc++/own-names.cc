// A program that waits on an atomic object has functions of its own with names of <unistd.h>.
// drista: verified
// drista: build -std=c++20
#include <atomic>
#include <thread>

struct Node {
	Node *next;
};

static std::atomic<int> flag;

static void pause(int &count)
{
	count++;
}

static Node *link(Node *first, Node *second)
{
	first->next = second;
	return first;
}

int main()
{
	Node first{}, second{};
	int count = 0;
	std::thread waiter([] { flag.wait(0); });
	flag = 1;
	flag.notify_one();
	waiter.join();
	pause(count);
	return link(&first, &second)->next != &second || count != 1;
}
