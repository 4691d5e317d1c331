/* A slot for one value, which one thread puts in and another takes out. */
#pragma once
#include <atomic>

#ifndef PUBLISH
#define PUBLISH std::memory_order_release
#endif

class Slot {
public:
	void put(int v)
	{
		value = v;
		full.store(true, PUBLISH);
	}

	/* Returns false while the slot is empty. */
	bool take(int &v)
	{
		if (!full.load(std::memory_order_acquire))
			return false;
		v = value;
		return true;
	}

private:
	int value = 0;
	std::atomic<bool> full{false};
};
