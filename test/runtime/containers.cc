// The runtime's own functions for libstdc++'s containers, against plain ones: end-to-end/containers.test.ts.
#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <list>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

static unsigned state = 1;

static unsigned random_below(unsigned n)
{
	state = state * 1103515245u + 12345u;
	return (state >> 16) % n;
}

static void require(bool ok)
{
	if (!ok)
		std::abort();
}

// Private to std::set, but it knows whether its tree is red and black as it should be.
using tree = std::_Rb_tree<int, int, std::_Identity<int>, std::less<int>>;

static void trees(unsigned range, int steps)
{
	tree t;
	std::vector<int> plain;
	for (int i = 0; i < steps; i++) {
		int key = (int)random_below(range);
		auto at = std::lower_bound(plain.begin(), plain.end(), key);
		bool there = at != plain.end() && *at == key;
		if (random_below(2)) {
			require(t._M_insert_unique(key).second == !there);
			if (!there)
				plain.insert(at, key);
		} else {
			require(t.erase(key) == (there ? 1u : 0u));
			if (there)
				plain.erase(at);
		}
		require(t.__rb_verify());
		require(std::equal(t.begin(), t.end(), plain.begin(), plain.end()));
		require(std::equal(t.rbegin(), t.rend(), plain.rbegin(), plain.rend()));
	}
}

static void lists(int steps)
{
	std::list<int> a, b;
	std::vector<int> x, y;
	for (int i = 0; i < steps; i++) {
		switch (random_below(8)) {
		case 0: a.push_back(i), x.push_back(i); break;
		case 1: a.push_front(i), x.insert(x.begin(), i); break;
		case 2: a.reverse(), std::reverse(x.begin(), x.end()); break;
		case 3: a.swap(b), x.swap(y); break;
		case 4: {
			long n = random_below((unsigned)x.size() + 1), m = random_below((unsigned)y.size() + 1),
				k = random_below((unsigned)(y.size() - m) + 1);
			a.splice(std::next(a.begin(), n), b, std::next(b.begin(), m), std::next(b.begin(), m + k));
			x.insert(x.begin() + n, y.begin() + m, y.begin() + m + k);
			y.erase(y.begin() + m, y.begin() + m + k);
			break;
		}
		case 5:
			if (!x.empty()) {
				long n = random_below((unsigned)x.size());
				a.erase(std::next(a.begin(), n)), x.erase(x.begin() + n);
			}
			break;
		case 6: a.sort(), std::sort(x.begin(), x.end()); break;
		default: b.push_back(-i), y.push_back(-i); break;
		}
		require(std::equal(a.begin(), a.end(), x.begin(), x.end()) && std::equal(a.rbegin(), a.rend(), x.rbegin(), x.rend()));
		require(std::equal(b.begin(), b.end(), y.begin(), y.end()) && a.size() == x.size());
	}
}

int main()
{
	for (unsigned range : {3u, 10u, 60u})
		trees(range, 400);
	lists(600);
	std::multimap<int, int> many;
	for (int i = 0; i < 50; i++)
		many.emplace(i % 5, i);
	require(many.count(3) == 10 && many.erase(3) == 10 && many.size() == 40);
	std::unordered_map<int, int> hashed;
	for (int i = 0; i < 1000; i++)
		hashed[i * 7] = i;
	hashed.rehash(5000);
	require(hashed.size() == 1000 && hashed.at(700) == 100 && hashed.bucket_count() >= 5000);
	return 0;
}
