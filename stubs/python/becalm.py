# SPDX-License-Identifier: 0BSD
"""Benchmarks in Python that report every run to becalm.

    import becalm

    becalm.bench("sort.small", lambda: sorted(data), iters_per_sec=2.8e5)

    @becalm.bench("set.lookup")
    def lookup():
        prepare()
        with becalm.timed():          # only this is timed
            "x" in words

    becalm.main()

A test's name is "group.name". The function is called once an iteration; with counts=True
it returns how many iterations it did. python3 -m becalm -s SETUP STMT works like timeit.
For a program with a loop of its own: becalm.run(name, iters, timed_ns, wall_ns).

Without becalm in front of it the program is complete by itself (--help). One file, no
dependencies, Python 3.9 or later.
"""

import argparse
import atexit
import errno
import gc
import json
import math
import os
import re
import resource
import select
import signal
import stat
import statistics
import sys
import threading
import time

__all__ = ["bench", "main", "timed", "run", "note", "close", "plan", "plan_ns", "plan_runs", "found",
           "count", "metric", "fail", "skip", "before_run", "random", "parameter"]

now_ns = time.monotonic_ns
LINE_MAX = 4096
LINE_TAIL = 96
KINDS = ("instructions", "cycles", "faults", "switches")
NO_HARDWARE = "not counted in Python"


# ---- The pipe (becalm-pipe(7)) ----

def _encode(text):
    out = bytearray()
    for byte in str(text).encode("utf-8", "surrogateescape"):
        if byte <= 0x20 or byte in (0x7f, 0x25, 0x3d):
            out += b"%%%02X" % byte
        else:
            out.append(byte)
    return bytes(out)


def _cut(value, room):
    """At a character, and not inside of %XX."""
    if len(value) <= room:
        return value
    value = value[:max(room, 0)]
    value = re.sub(rb"%[0-9A-F]?$", b"", value)
    return value.decode("utf-8", "ignore").encode("utf-8")


class _Pipe:
    """The way to the launcher: one for the process; a forked copy has none."""

    def __init__(self):
        self.lock = threading.RLock()
        self.state = "closed"
        self.fd = -1

    def complain(self, why):
        sys.stderr.write("becalm: %s; nothing more is reported to the launcher\n" % why)

    def find(self):
        """Opens the path, else takes the inherited descriptor. None: no launcher."""
        path, inherited = os.environ.get("BECALM_PIPE"), os.environ.get("BECALM_FD")
        why = None
        if path:
            try:
                fd = os.open(path, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC)
                if stat.S_ISFIFO(os.fstat(fd).st_mode):
                    return fd
                os.close(fd)
                why = "it is no FIFO"
            except OSError as e:
                why = "nobody reads it" if e.errno == errno.ENXIO else e.strerror
        if inherited:
            try:
                number, inode = (int(n) for n in inherited.split(":"))
                status = os.fstat(number)
                if stat.S_ISFIFO(status.st_mode) and status.st_ino == inode:
                    return os.dup(number)
                raise ValueError
            except (OSError, ValueError):
                why = why or "its descriptor is another file now"
        if why:
            self.complain("the launcher's pipe cannot be opened: " + why)
        return -1

    def is_ours(self):
        try:
            status = os.fstat(self.fd) if self.fd >= 0 else None
        except OSError:
            return False
        return status is not None and (status.st_dev, status.st_ino) == self.id

    def ready(self):
        if self.is_ours():
            return True
        self.fd = self.find()
        if self.fd >= 0:
            status = os.fstat(self.fd)
            self.id = (status.st_dev, status.st_ino)
        return self.fd >= 0

    def open(self):
        """True when somebody listens and this is no forked copy."""
        if self.state == "open":
            return self.pid == os.getpid()
        if self.state == "silent":
            return False
        with self.lock:
            if self.state != "closed":
                return self.state == "open"
            self.pid = os.getpid()
            self.runs = 0
            inv = os.environ.get("BECALM_INVOCATION", "")
            self.inv = inv if re.fullmatch("[0-9]{1,20}", inv) else ""
            self.state = "silent"
            if self.ready():
                self.state = "open"
                atexit.register(self.close)
                self.hello()
            return self.state == "open"

    def hello(self):
        seed = os.environ.get("PYTHONHASHSEED") or "random"
        self.send("becalm 1\nhello", lib="becalm-py/1", build="debug" if hasattr(sys, "gettotalrefcount")
                  or sys.flags.dev_mode else "release", clock_ns=int(_clock_cost()), aslr=_aslr(),
                  hashseed=seed if sys.flags.hash_randomization else "0")

    def send(self, verb, is_run=False, **fields):
        """One record, one write. Fields without a value are left out."""
        with self.lock:
            line = verb.encode()
            for key, value in fields.items():
                if value is not None:
                    line += b" %s=" % _encode(key).replace(b"%", b"_")
                    line += _cut(_encode(value), LINE_MAX - LINE_TAIL - len(line))
            if is_run:
                self.runs += 1
                line += b" nr=%d" % self.runs
            if self.inv:
                line += b" inv=" + self.inv.encode()
            self.write(line + b" pid=%d\n" % self.pid)

    def write(self, line):
        if not self.ready():
            self.state = "silent"
            return
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, [])
        was_pending = signal.SIGPIPE in signal.sigpending()
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGPIPE])
        try:
            self.write_all(line)
        except OSError as e:
            self.state = "silent"
            if e.errno == errno.EPIPE and not was_pending and signal.SIGPIPE in signal.sigpending():
                signal.sigtimedwait([signal.SIGPIPE], 0)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)

    def write_all(self, line):
        """Waits while the pipe is full and the launcher lives."""
        while True:
            try:
                os.write(self.fd, line)
                return
            except BlockingIOError:
                waiting = select.poll()
                waiting.register(self.fd, select.POLLOUT)
                waiting.poll()

    def close(self):
        if self.state == "open" and self.pid == os.getpid():
            self.send("bye", runs=self.runs)
            self.state = "closed"


_pipe = _Pipe()


def _aslr():
    try:
        with open("/proc/self/personality") as file:
            return "off" if int(file.read(), 16) & 0x0040000 else "on"
    except (OSError, ValueError):
        return None


def _clock_cost():
    best = math.inf
    for _ in range(5):
        start = now_ns()
        for _ in range(15):
            now_ns()
        best = min(best, (now_ns() - start) / 16)
    return best


def run(name, iters, timed_ns, wall_ns):
    """Reports one run of a test; lengths in nanoseconds of time.monotonic_ns()."""
    if not name:
        raise ValueError("a run needs the name of its test")
    if _pipe.open():
        _pipe.send("run", True, name=name, iters=int(iters), timed_ns=int(timed_ns), wall_ns=int(wall_ns))


def note(level, code, name, text):
    """A remark for the report; level: info, warning or error."""
    if _pipe.open():
        _pipe.send("note", level=level, code=code, name=name, text=text)


def close():
    """Says that all was reported; exit does it, too."""
    _pipe.close()


# ---- What the launcher wants ----

class _Plan:
    def __init__(self):
        self.wish = {"runs": 0, "duration_ns": 0, "iters": 0}
        self.counts = {}
        try:
            with open(os.environ.get("BECALM_PLAN") or os.devnull, encoding="utf-8") as file:
                for line in file:
                    self.take(line.split())
        except OSError:
            pass

    def take(self, words):
        fields = dict(w.split("=", 1) for w in words[1:] if "=" in w)
        numbers = {k: int(v) for k, v in fields.items() if v.isdigit()}
        if words[:1] == ["plan"]:
            self.wish.update({k: v for k, v in numbers.items() if k in self.wish})
        elif words[:1] == ["count"] and "name" in fields and numbers.get("iters"):
            name = re.sub("%([0-9a-fA-F]{2})", lambda m: chr(int(m.group(1), 16)), fields["name"])
            self.counts[name] = numbers["iters"]


_plan_read = None


def _plan():
    global _plan_read
    if _plan_read is None:
        _plan_read = _Plan()
    return _plan_read


def plan(name):
    """How many iterations a run of this test should have; 0: find out, and say found()."""
    return _plan().wish["iters"] or _plan().counts.get(name, 0)


def plan_ns():
    return _plan().wish["duration_ns"]


def plan_runs():
    return _plan().wish["runs"]


def found(name, iters):
    """Says that a count was found by trying; the session's other processes then do the same."""
    if _pipe.open():
        _pipe.send("test", name=name, mode="calibrated", iters=int(iters))


# ---- Inside a test ----

class _End(Exception):
    def __init__(self, how, code, text):
        super().__init__(text)
        self.how, self.code = how, code


class _Timer:
    """with becalm.timed(): only what is in it counts."""
    __slots__ = ("test", "since", "total", "pairs", "is_running")

    def __init__(self):
        self.test = None
        self.reset()

    def reset(self):
        self.since = self.total = self.pairs = 0
        self.is_running = False

    def __enter__(self):
        if self.is_running or self.test is None:
            raise _End("failed", "nested-start" if self.is_running else "timing-outside",
                       "timed() inside of timed(), or outside of a test")
        self.is_running = True
        self.since = now_ns()

    def __exit__(self, *what):
        now = now_ns()
        self.is_running = False
        self.pairs += 1
        self.total += now - self.since


_timer = _Timer()
_extras = {}
_hooks = []
_tests = []
_state = {"random": 0, "choice": None, "has_run": False}


def timed():
    return _timer


def fail(text):
    """Ends this test, which failed."""
    raise _End("failed", "test-failed", text)


def skip(text):
    """Ends this test, which does not apply here."""
    raise _End("skipped", "test-skipped", text)


def count(name, n):
    """Adds to a counter of the run."""
    _extras["c." + name] = _extras.get("c." + name, 0) + int(n)


def metric(name, unit, value):
    """Sets a number of the run's own."""
    if not math.isfinite(value):
        fail("a metric that is no finite number")
    _extras["m." + name] = float(value)
    _extras["u." + name] = unit


def before_run(hook):
    """Calls hook(name) before every run of every test. A decorator."""
    _hooks.append(hook)
    return hook


def random():
    """A random number below 2**64 from --seed; every run sees the same sequence."""
    mask = (1 << 64) - 1
    _state["random"] = z = (_state["random"] + 0x9e3779b97f4a7c15) & mask
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9 & mask
    z = (z ^ z >> 27) * 0x94d049bb133111eb & mask
    return z ^ z >> 31


def parameter(name, fallback=None):
    """The value of --parameter NAME=VALUE."""
    for word in _choice().parameter:
        key, _, value = word.partition("=")
        if key == name:
            return value
    return fallback


class _Test:
    def __init__(self, name, fn, rate, counts, loop):
        self.name, self.fn, self.rate, self.counts, self.loop = name, fn, rate, counts, loop
        self.runs, self.end, self.why, self.mode, self.iters = [], "fine", "", "", 0


def bench(name, fn=None, *, iters_per_sec=None, counts=False, _loop=None):
    """Registers a test; without fn it is a decorator. main() runs it, at the latest at exit."""
    if fn is None and _loop is None:
        return lambda f: bench(name, f, iters_per_sec=iters_per_sec, counts=counts)
    if any(t.name == name for t in _tests):
        raise ValueError("two tests are called '%s'" % name)
    if not _tests:
        atexit.register(_run_at_exit, os.getpid())
    _tests.append(_Test(name, fn, iters_per_sec, counts, _loop or (_some if counts else _each)))
    return fn


# The loops. A chunk is an iterator over a bytearray, which the deadline empties: that ends
# the loop at the next call of the body and costs nothing before.
def _each(chunks, fn):
    for chunk in chunks:
        for _ in chunk:
            fn()
    return chunks.done


def _some(chunks, fn):
    n = 0
    while n < chunks.wanted and not chunks.is_over:
        some = fn()
        if not some:
            raise _End("failed", "no-progress", "the body said that it did 0 iterations")
        n += some
    return n


class _Chunks:
    """So many iterations, or (None) without end, in pieces; done counts them."""

    def __init__(self, wanted):
        self.wanted = math.inf if wanted is None else wanted
        self.is_main = threading.current_thread() is threading.main_thread()
        self.size = 1 << 16 if self.is_main else 1 << 6
        self.done = 0
        self.is_over = False
        self.bytes = self.at = None

    def __iter__(self):
        while self.done < self.wanted and not self.is_over:
            size = int(min(self.wanted - self.done, self.size))
            self.bytes = bytearray(size)
            self.at = iter(self.bytes)
            yield self.at
            if not self.is_over or not self.is_main:
                self.done += size

    def stop(self, *_):
        """As a signal handler it runs between two bytecodes of the loop itself."""
        if self.is_over:
            return
        if self.is_main and self.at is not None:
            self.done += len(self.bytes) - self.at.__length_hint__()
            del self.bytes[:]
        self.is_over = True


class _Deadline:
    """Stops the chunks in time: by SIGALRM in the main thread, else by a thread."""

    def __init__(self, seconds, chunks):
        self.seconds, self.chunks = seconds, chunks
        self.is_main = chunks.is_main

    def __enter__(self):
        if not self.seconds:
            return
        if self.is_main:
            self.old = signal.signal(signal.SIGALRM, self.chunks.stop)
            signal.setitimer(signal.ITIMER_REAL, self.seconds)
        else:
            self.timer = threading.Timer(self.seconds, self.chunks.stop)
            self.timer.daemon = True
            self.timer.start()

    def __exit__(self, *what):
        if not self.seconds:
            return
        if self.is_main:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self.old)
        else:
            self.timer.cancel()


def _usage():
    u = resource.getrusage(resource.RUSAGE_THREAD)
    return u.ru_minflt + u.ru_majflt, u.ru_nvcsw + u.ru_nivcsw


def _measure(test, iters, seconds, choice):
    """One run: iters None: as many as fit. Returns its record."""
    _state["random"] = choice.seed
    _extras.clear()
    _timer.reset()
    sys.stdout.flush()
    for hook in _hooks:
        hook(test.name)
    gc.collect()
    chunks = _Chunks(iters)
    pid = os.getpid()
    _timer.test = test
    before = _usage()
    try:
        with _Deadline(seconds, chunks):
            start = now_ns()
            done = test.loop(chunks, test.fn)
            wall = now_ns() - start
    finally:
        _timer.test = None
        if os.getpid() != pid:
            os._exit(0)  # a forked copy came out of the body: its work is not ours
    after = _usage()
    record = {"iters": done, "timed_ns": _timer.total if _timer.pairs else wall, "wall_ns": wall,
              "pairs": _timer.pairs, "cut": iters is not None and done < iters,
              "faults": after[0] - before[0], "switches": after[1] - before[1]}
    record["own"] = dict(_extras)
    return record


def _send_run(test, r, is_warmup, choice):
    if not _pipe.open():
        return
    fields = {"name": test.name, "iters": r["iters"], "timed_ns": r["timed_ns"], "wall_ns": r["wall_ns"],
              "pairs": r["pairs"], "cut": 1 if r["cut"] else None}
    for kind in KINDS:
        why = "--no-counters" if choice.no_counters else NO_HARDWARE
        fields["c." + kind] = r[kind] if kind in r and not choice.no_counters else "unavailable:" + why
    fields.update({k: repr(v) if k.startswith("m.") else v for k, v in r["own"].items()})
    _pipe.send("warmup" if is_warmup else "run", not is_warmup, **fields)


# ---- The command line ----

def _time(word):
    m = re.fullmatch(r"([0-9]*\.?[0-9]+(?:e[+-]?[0-9]+)?)(ns|us|ms|s|min|)", word)
    seconds = float(m.group(1)) * {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1, "min": 60, "": 1}[m.group(2)] if m else 0
    if not 5e-10 <= seconds <= 3.6e6:
        raise argparse.ArgumentTypeError("'%s' is not a length of time such as 0.5, 500ms or 2s" % word)
    return round(seconds * 1e9)


def _whole(low):
    def read(word):
        if not re.fullmatch("[0-9]{1,18}", word) or int(word) < low:
            raise argparse.ArgumentTypeError("'%s' is not a whole number from %d on" % (word, low))
        return int(word)
    return read


def _share(word):
    m = re.fullmatch(r"([0-9]*\.?[0-9]+)(%?)", word)
    share = float(m.group(1)) / (100 if m.group(2) else 1) if m else 10
    if share >= 10:
        raise argparse.ArgumentTypeError("'%s' is not a share such as 10%% or 0.1" % word)
    return share


COLUMNS = ("iters", "runtime", "wall", "instructions", "cycles", "faults", "switches", "overhead")


def _columns(word):
    names = [c for c in COLUMNS if c != "wall"] if word == "all" else word.split(",")
    for name in names:
        if name not in COLUMNS:
            raise argparse.ArgumentTypeError("'%s' is no column; there are %s" % (name, ", ".join(COLUMNS)))
    return [c for c in COLUMNS if c in names]


def _parser():
    p = argparse.ArgumentParser(allow_abbrev=False)
    p.add_argument("-i", "--iterations", type=_whole(1), metavar="N", help="iterations of a run; wins over declared rates")
    p.add_argument("-d", "--duration", type=_time, metavar="TIME", help="how long a run should take (1s)")
    p.add_argument("-r", "--runs", type=_whole(1), metavar="N", help="measured runs of each test (5)")
    p.add_argument("-t", "--test", action="append", default=[], metavar="REGEX", help="only tests whose whole name matches")
    p.add_argument("--list", action="store_true", help="print the names and stop")
    p.add_argument("--seed", type=_whole(0), default=1, metavar="N", help="of becalm.random() (1)")
    p.add_argument("--parameter", action="append", default=[], metavar="NAME=VALUE", help="for becalm.parameter()")
    p.add_argument("--json", metavar="FILE", help="write every run; -: standard output")
    p.add_argument("--md", metavar="FILE", help="write the table as Markdown; -: standard output")
    p.add_argument("--columns", type=_columns, default=_columns("all"), metavar="LIST", help="of " + ",".join(COLUMNS))
    p.add_argument("--suggest-rates", action="store_true", help="print a line for the source of each test")
    p.add_argument("--overhead-threshold", type=_share, default=0.1, metavar="SHARE", help="warn above it (10%%)")
    p.add_argument("--fail-on-overhead", action="store_true", help="... and exit with 1")
    p.add_argument("--max-overrun", type=float, metavar="FACTOR", help="end a run after so many times its duration (10)")
    p.add_argument("--no-counters", action="store_true", help="no faults, switches")
    return p


def _choice(argv=None):
    """The command line, then the launcher's plan for what it leaves open. Read once."""
    if _state["choice"] is None:
        _state["choice"] = _settle(_parser().parse_args(argv))
    return _state["choice"]


def _settle(c):
    wish = _plan().wish
    c.is_own = bool((c.duration and wish["duration_ns"] not in (0, c.duration)) or
                    (c.runs and wish["runs"] not in (0, c.runs)) or
                    (wish["iters"] and (c.duration or c.iterations)))
    if not c.iterations and not c.duration:
        c.iterations = wish["iters"] or None
    c.duration = c.duration or wish["duration_ns"] or 1000000000
    c.runs = c.runs or wish["runs"] or 5
    return c


# ---- Measuring ----

def _valid_rate(test):
    rate = test.rate
    if rate is None:
        return 0
    if isinstance(rate, (int, float)) and math.isfinite(rate) and rate > 0:
        return rate
    _say("info", "rate-ignored", test.name, "test '%s' declares %s iterations/s, which is not a finite positive "
         "rate: ignored" % (test.name, rate))
    return 0


def _say(level, code, name, text):
    note(level, code, name, text)
    print("%s: %s" % (level, text))


def _choose_mode(test, choice):
    test.declared = _valid_rate(test)
    if choice.iterations:
        return "fixed", choice.iterations
    if test.declared:
        return "declared", max(1, math.floor(test.declared * choice.duration / 1e9 + 0.5))
    known = _plan().counts.get(test.name)
    return ("fixed", known) if known else ("calibrated", None)


def _run_test(test, choice, pair):
    test.mode, test.iters = _choose_mode(test, choice)
    cap = (choice.max_overrun or 10) * choice.duration / 1e9
    if choice.iterations and not choice.max_overrun:
        cap = 0
    try:
        warm = _measure(test, test.iters, cap if test.iters else choice.duration / 1e9, choice)
        test.iters = test.iters or warm["iters"]
        if _pipe.open():
            _pipe.send("test", name=test.name, mode=test.mode, iters=test.iters,
                       declared=repr(float(test.declared)) if test.declared else None, timer_ns=round(pair, 1),
                       source='becalm.bench("%s", fn, iters_per_sec=@)' % test.name)
        _send_run(test, warm, True, choice)
        for _ in range(choice.runs):
            test.runs.append(_measure(test, test.iters, cap, choice))
            _send_run(test, test.runs[-1], False, choice)
    except _End as e:
        test.end, test.code, test.why = e.how, e.code, str(e)
    except Exception as e:  # it ends this test only
        test.end, test.code, test.why = "failed", "test-failed", "%s: %s" % (type(e).__name__, e)


def _median(values):
    return statistics.median(values) if values else 0


def _summarize(test, pair):
    values = [r["timed_ns"] / r["iters"] for r in test.runs]
    test.median = _median(values)
    test.mad = _median([abs(v - test.median) for v in values])
    test.wall = _median([r["wall_ns"] for r in test.runs])
    test.overhead = _median([0 if not r["pairs"] else r["pairs"] * pair / r["timed_ns"] if r["timed_ns"] else 1
                             for r in test.runs])


def _length(ns):
    for unit, size in (("s", 1e9), ("ms", 1e6), ("us", 1e3)):
        if ns >= size * 0.99995:
            return "%.4g %s" % (ns / size, unit)
    return "%.4g ns" % ns


def _fixed_length(ns):
    unit, size = ("ns", 1) if ns < 1e3 else ("us", 1e3) if ns < 1e6 else ("ms", 1e6) if ns < 1e9 else ("s", 1e9)
    return "%.3f %s" % (ns / size, unit)


def _judge(test, choice, pair):
    if test.end != "fine":
        word = "failed" if test.end == "failed" else "was skipped"
        _say("error" if test.end == "failed" else "info", test.code, test.name,
             "test '%s' %s: %s" % (test.name, word, test.why))
        return
    if test.mode == "declared" and not 0.5 <= test.wall / choice.duration <= 2:
        achieved = test.runs[0]["iters"] / test.wall * 1e9
        _say("warning", "rate-drift", test.name,
             "test '%s' declares %.15g iterations/s but achieved %.3g/s, so each run took %s rather than the "
             "requested %s; refresh with --suggest-rates" % (test.name, test.declared, achieved,
             _fixed_length(test.wall), _fixed_length(choice.duration)))
    if test.overhead > choice.overhead_threshold:
        _say("warning", "timer-overhead", test.name,
             "start/stop of timing is %.1f %% of the result of test '%s' (%d pairs of %.1f ns a run); do more "
             "between them" % (test.overhead * 100, test.name, test.runs[0]["pairs"], pair))


def _pair_cost():
    """The part of an empty timed() that lies inside."""
    best = math.inf
    for _ in range(5):
        _timer.reset()
        _timer.test = "cost"
        for _ in range(200):
            with _timer:
                pass
        best = min(best, _timer.total / 200)
    _timer.test = None
    return best


# ---- Showing ----

def _cell(test, column):
    if test.end != "fine":
        return test.end
    if column == "iters":
        return "%d %s%s" % (test.iters, test.mode, " cut" if any(r["cut"] for r in test.runs) else "")
    if column == "runtime":
        return "%s ±%.1f%%" % (_length(test.median), test.mad / test.median * 100 if test.median else 0)
    if column == "wall":
        return _length(test.wall)
    if column == "overhead":
        return "%.1f%%" % (test.overhead * 100)
    if column not in test.runs[0] or _choice().no_counters:
        return "unavailable"
    return "%.4g" % _median([r[column] / r["iters"] for r in test.runs])


WIDTHS = {"iters": 21, "runtime": 18, "instructions": 12, "overhead": 8}


def _head(choice, tests, pair, width):
    print("%s: %d tests, %d runs of %s each after one to warm up" %
          (os.path.basename(sys.argv[0]), len(tests), choice.runs, _length(choice.duration)))
    print("  iterations  %s" % ("%d in each run, as asked for" % choice.iterations if choice.iterations else
                                "declared where a test declares a rate, else calibrated"))
    print("  build       Python %s" % sys.version.split()[0])
    print("  clock       CLOCK_MONOTONIC, %.0f ns a read; timed() adds %.0f ns to the result" % (_clock_cost(), pair))
    print("  counters    faults; switches; instructions, cycles unavailable: " + NO_HARDWARE)
    print("  seed        %d\n" % choice.seed)
    print("test".ljust(width) + "".join("  " + c.rjust(WIDTHS.get(c, 11)) for c in choice.columns))


def _row(test, choice, width):
    cells = [_cell(test, c).rjust(WIDTHS.get(c, 11)) for c in choice.columns]
    print(test.name.ljust(width) + "".join("  " + c for c in (cells if test.end == "fine" else [test.end])))
    sys.stdout.flush()


def _write(path, text):
    if path == "-":
        sys.stdout.write(text)
        return
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def _markdown(tests, choice):
    rows = ["| test | " + " | ".join(choice.columns) + " |", "|---|" + "---:|" * len(choice.columns)]
    rows += ["| %s | " % t.name + " | ".join(_cell(t, c) for c in choice.columns) + " |" for t in tests]
    return "\n".join(rows) + "\n"


def _json(tests, choice, pair):
    return json.dumps({"format": "becalm-test", "version": 1, "duration_ns": choice.duration, "seed": choice.seed,
                       "timer_ns": pair, "tests": [{
                           "name": t.name, "end": t.end, "why": t.why, "mode": t.mode, "iters": t.iters,
                           "declared": t.declared, "median_ns": t.median, "mad_ns": t.mad,
                           "overhead": t.overhead, "runs": t.runs} for t in tests]}, indent=1) + "\n"


def _suggest(tests):
    print("\nSuggested rates, for the source: with a declared rate every run does the same number of\n"
          "iterations, rate x duration, on every machine.\n")
    width = max(len(t.name) for t in tests) + 3
    for t in tests:
        usable = [r for r in t.runs if r["wall_ns"]]
        whole = [r for r in usable if not r["cut"]]
        rates = [r["iters"] / r["wall_ns"] * 1e9 for r in whole or usable]
        if rates:
            print("becalm.bench(%s fn, iters_per_sec=%s)%s" % (('"%s",' % t.name).ljust(width), _rate(_median(rates)),
                                                               "" if whole else "  # every run was cut"))


def _rate(rate):
    text = "%.1e" % rate
    digits, _, exponent = text.partition("e")
    return "%se%d" % (digits, int(exponent)) if int(exponent) >= 2 else "%.2g" % rate


def main(argv=None):
    """Runs the tests as the command line says and ends the program: 0, 1 (failed) or 2 (usage)."""
    status = _main(argv)
    sys.stdout.flush()
    if status:
        sys.exit(status)


def _main(argv):
    _state["has_run"] = True
    choice = _choice(argv)
    try:
        chosen = [t for t in _tests if not choice.test or any(re.fullmatch(p, t.name) for p in choice.test)]
    except re.error as e:
        sys.stderr.write("--test: %s\n" % e)
        return 2
    if not chosen:
        sys.stderr.write("no test's whole name matches %s\n" % " ".join(choice.test) if _tests else "no test\n")
        return 2
    if choice.list:
        print("\n".join(t.name for t in chosen))
        return 0
    return _run_tests(chosen, choice)


def _run_tests(tests, choice):
    status = 0
    _pipe.open()
    if choice.is_own:
        note("info", "own-options", None, "the program's own options win over the launcher's -i, -d, -r")
    pair = _pair_cost()
    width = max(len(t.name) for t in tests)
    _head(choice, tests, pair, width)
    for test in tests:
        _run_test(test, choice, pair)
        _summarize(test, pair)
        _row(test, choice, width)
        _judge(test, choice, pair)
        if test.end == "failed" or (choice.fail_on_overhead and test.overhead > choice.overhead_threshold):
            status = 1
    if choice.suggest_rates:
        _suggest(tests)
    if choice.md:
        _write(choice.md, _markdown(tests, choice))
    if choice.json:
        _write(choice.json, _json(tests, choice, pair))
    return status


def _run_at_exit(pid):
    """For a program that only registered its tests."""
    if _state["has_run"] or os.getpid() != pid:
        return
    try:
        status = _main(None)
    except SystemExit as e:
        status = e.code
    sys.stdout.flush()
    _pipe.close()  # what is registered now is not called any more
    if status:
        os._exit(status)


# ---- python3 -m becalm -s SETUP STMT ----

TIMEIT = """
def loop(chunks, fn):
{setup}
    with timed():
        for chunk in chunks:
            for _ in chunk:
{statement}
    return chunks.done
"""


def _indented(parts, depth):
    lines = "\n".join(parts or ["pass"]).split("\n")
    return "\n".join(" " * depth + line for line in lines)


def _timeit(argv):
    p = _parser()
    p.prog = "python3 -m becalm"
    p.add_argument("-s", "--setup", action="append", default=[], metavar="STMT", help="done once a run, not timed")
    p.add_argument("--name", default="timeit.statement", help="of the test (timeit.statement)")
    p.add_argument("statement", nargs="+", metavar="STMT", help="what is measured; several are lines")
    words = p.parse_args(argv)
    scope = {"timed": timed}
    source = TIMEIT.format(setup=_indented(words.setup, 4), statement=_indented(words.statement, 16))
    try:
        exec(compile(source, "<becalm>", "exec"), scope)
    except SyntaxError as e:
        p.error(str(e))
    bench(words.name, _loop=scope["loop"])
    _state["choice"] = _settle(words)
    main()


if __name__ == "__main__":
    _timeit(sys.argv[1:])
