// SPDX-License-Identifier: 0BSD
// A set-up that belongs to every call but not to the result: only what lies between start
// and stop is timed. The overhead column shows what these two cost themselves.
#include <algorithm>
#include <vector>

#include <becalm.h>

struct shuffled {
	std::vector<int> numbers = std::vector<int>(1000);

	void refill()
	{
		for (int &n : numbers)
			n = static_cast<int>(becalm_random() >> 33);
	}
};

BECALM_TEST_F(shuffled, sort)
{
	refill();
	becalm_start_timing();
	std::sort(numbers.begin(), numbers.end());
	becalm_stop_timing();
	becalm_keep(numbers[0]);
}

BECALM_MAIN
