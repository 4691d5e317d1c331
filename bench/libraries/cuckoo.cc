// libcuckoo: two threads insert into one map, and one looks for what the other inserts.
#include <cassert>
#include <libcuckoo/cuckoohash_map.hh>
#include <thread>

int main()
{
	libcuckoo::cuckoohash_map<int, int> map(4);
	std::thread other([&] { map.insert(1, 10); });
	map.insert(2, 20);
	int found;
	if (map.find(1, found))
		assert(found == 10);
	other.join();
	assert(map.find(1, found) && found == 10 && map.find(2, found) && found == 20);
}
