/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "foreign.h"

#include <string.h>

/*
 * By keys that stand near the beginning of a file, because somebody who gives us another
 * tool's results deserves to hear whose they are. Rows are tried in order.
 */
static const struct {
	const char *tool, *keys[3];
} tools[] = {
	{ "hyperfine", { "\"results\"", "\"command\"", "\"mean\"" } },
	{ "Google Benchmark", { "\"context\"", "\"benchmarks\"", "\"num_cpus\"" } },
	{ "Google Benchmark", { "\"context\"", "\"num_cpus\"", "\"caches\"" } },
	{ "pytest-benchmark", { "\"machine_info\"", "\"commit_info\"", NULL } },
	{ "pyperf", { "\"benchmarks\"", "\"metadata\"", "\"runs\"" } },
	{ "nanobench", { "\"results\"", "\"median(elapsed)\"", NULL } },
	{ "Criterion.rs", { "\"sampling_mode\"", "\"iters\"", "\"times\"" } },
	{ "Criterion.rs", { "\"confidence_interval\"", "\"point_estimate\"", NULL } },
	{ "JMH", { "\"jmhVersion\"", "\"primaryMetric\"", NULL } },
	{ "JMH", { "\"jmhVersion\"", "\"benchmark\"", NULL } },
	{ "cargo-criterion", { "\"reason\"", "\"benchmark-complete\"", NULL } },
	{ "Go's testing package", { "Benchmark", " ns/op", NULL } },
	{ "hyperfine", { "command,mean,stddev,median", NULL, NULL } },
};

const char *foreign_name(const char *start, size_t n)
{
	for (size_t i = 0; i < sizeof(tools) / sizeof(tools[0]); i++) {
		size_t k = 0;

		while (k < 3 && tools[i].keys[k] &&
		       memmem(start, n, tools[i].keys[k], strlen(tools[i].keys[k])))
			k++;
		if (k == 3 || !tools[i].keys[k])
			return tools[i].tool;
	}
	return n >= 2 && !memcmp(start, "\x1f\x8b", 2) ? "gzip" : NULL;
}
