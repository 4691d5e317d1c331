/* Vyukov's bounded queue for many producers and consumers with the orders of its author (1024cores.net, 2010). */
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
		std::size_t at = tail.load(std::memory_order_relaxed);
		for (;;) {
			Cell &cell = cells[at % Size];
			std::size_t turn = cell.turn.load(std::memory_order_acquire);
			if (turn == at) {
				if (tail.compare_exchange_strong(at, at + 1, std::memory_order_relaxed)) {
					cell.value = value;
					cell.turn.store(at + 1, std::memory_order_release);
					return true;
				}
			} else if (turn < at) {
				return false;
			} else {
				at = tail.load(std::memory_order_relaxed);
			}
		}
	}

	bool pop(T &value)
	{
		std::size_t at = head.load(std::memory_order_relaxed);
		for (;;) {
			Cell &cell = cells[at % Size];
			std::size_t turn = cell.turn.load(std::memory_order_acquire);
			if (turn == at + 1) {
				if (head.compare_exchange_strong(at, at + 1, std::memory_order_relaxed)) {
					value = cell.value;
					cell.turn.store(at + Size, std::memory_order_release);
					return true;
				}
			} else if (turn < at + 1) {
				return false;
			} else {
				at = head.load(std::memory_order_relaxed);
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
