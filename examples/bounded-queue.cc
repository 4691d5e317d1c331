/*
 * Vyukov's bounded queue for many producers and consumers, with all memory orders left at their default, seq_cst.
 * Each cell has a number that says whose turn it is. `drista weaken` finds the orders that the queue was published
 * with (docs/how-to/memory-orders.md).
 *
 * drista: verified
 */
#include <atomic>
#include <cassert>
#include <cstddef>
#include <thread>

template <typename T, std::size_t Size> class BoundedQueue {
public:
	BoundedQueue()
	{
		for (std::size_t i = 0; i < Size; i++)
			cells[i].turn.store(i, std::memory_order_relaxed);
	}

	bool push(T value)
	{
		std::size_t at = tail.load();
		for (;;) {
			Cell &cell = cells[at % Size];
			std::size_t turn = cell.turn.load();
			if (turn == at) {
				if (tail.compare_exchange_strong(at, at + 1)) {
					cell.value = value;
					cell.turn.store(at + 1);
					return true;
				}
			} else if (turn < at) {
				return false;
			} else {
				at = tail.load();
			}
		}
	}

	bool pop(T &value)
	{
		std::size_t at = head.load();
		for (;;) {
			Cell &cell = cells[at % Size];
			std::size_t turn = cell.turn.load();
			if (turn == at + 1) {
				if (head.compare_exchange_strong(at, at + 1)) {
					value = cell.value;
					cell.turn.store(at + Size);
					return true;
				}
			} else if (turn < at + 1) {
				return false;
			} else {
				at = head.load();
			}
		}
	}

private:
	struct Cell {
		std::atomic<std::size_t> turn;
		T value;
	};
	Cell cells[Size];
	std::atomic<std::size_t> tail{0}, head{0};
};

static BoundedQueue<int, 2> queue;

int main()
{
	int popped[3] = {};
	std::thread first([] { queue.push(1); queue.push(2); });
	std::thread second([&popped] { queue.pop(popped[0]); queue.pop(popped[1]); });
	queue.push(4);
	queue.pop(popped[2]);
	first.join();
	second.join();
	for (int value : popped)
		assert(value == 0 || value == 1 || value == 2 || value == 4);
}
