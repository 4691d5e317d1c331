/*
 * A stack, and what it is to be: `drista spec` checks it for all small clients (docs/how-to/specifications.md). Its pop
 * takes the first node without looking whether the stack has changed in between.
 *
 * drista: error specification
 */
#include <atomic>
#include <drista/spec.h>

template <typename T> class Stack {
public:
	void push(T value)
	{
		Node *node = new Node{value, top.load(std::memory_order_relaxed)};
		while (!top.compare_exchange_weak(
			node->next, node, std::memory_order_release, std::memory_order_relaxed)) {
		}
	}

	bool pop(T &value)
	{
		Node *node = top.load(std::memory_order_acquire);
		if (node == nullptr)
			return false;
		top.store(node->next, std::memory_order_release);
		value = node->value;
		return true;
	}

private:
	struct Node {
		T value;
		Node *next;
	};
	std::atomic<Node *> top{nullptr};
};

DRISTA_SPEC(Stack<int>, drista::spec::stack)
	.operation("push", &Stack<int>::push)
	.operation("pop", &Stack<int>::pop);
