"""The process of a contender: does a workload when asked on standard input. Started by ``benchmarks.measure``."""

import pickle
import resource
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from benchmarks.workloads import WORKLOADS

SHORTEST = 0.02  # seconds: faster work is repeated


def peak_of(action: Callable[[], Any]) -> tuple[Any, int]:
    """The action's result and how far the process grew meanwhile; 0 bytes where the system does not say."""
    try:
        Path("/proc/self/clear_refs").write_text("5")  # Linux: the high-water mark starts anew
    except OSError:
        return action(), 0
    before = resource.getpagesize() * int(Path("/proc/self/statm").read_text().split()[1])
    result = action()
    status = Path("/proc/self/status").read_text()
    peak = 1024 * int(status.split("VmHWM:")[1].split()[0])
    return result, max(0, peak - before)


def serve(checkout: str, clock: Callable[[], float]) -> None:
    """Answer the questions on standard input; the kernels are imported from the checkout."""
    answers = sys.stdout.buffer
    sys.stdout = sys.stderr
    sys.path.insert(0, checkout)
    action: Callable[[], Any] = int
    calls = 1
    while True:
        try:
            question = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        try:
            if question:
                workload, size, way = question
                work = WORKLOADS[workload]
                work.prepare(way, work.sizes[0])()  # compiles
                action = work.prepare(way, size)
                start = clock()
                answer, memory = peak_of(action)
                calls = max(1, round(SHORTEST / max(clock() - start, 1e-7)))
                reply: Any = (answer, memory)
            else:
                start = clock()
                for _ in range(calls):
                    action()
                reply = (clock() - start) / calls
        except Exception as error:  # the asking process raises it
            reply = error
        pickle.dump(reply, answers)
        answers.flush()


if __name__ == "__main__":
    serve(sys.argv[1], process_time if sys.argv[2:] == ["--busy"] else perf_counter)
