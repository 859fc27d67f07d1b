"""Prints cases as lines of JSON, which tools/clients/src/parse-cases.ts parses."""

import json
import time
import traceback
from contextlib import contextmanager


def report(name, error=None):
    line = {"case": name, "ok": error is None}
    if error is not None:
        line["error"] = error
    print(json.dumps(line), flush=True)


@contextmanager
def case(name):
    """Reports the block as one case, which fails if it raises."""
    try:
        yield
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        report(name, f"{type(error).__name__}: {error} ({place.name}:{place.lineno})")
    else:
        report(name)


def wait(is_done, seconds=15):
    end = time.monotonic() + seconds
    while not is_done():
        if time.monotonic() > end:
            raise TimeoutError(f"the condition was not met in {seconds} seconds")
        time.sleep(0.1)


def expect_error(kind, do):
    try:
        do()
    except kind as error:
        return error
    raise AssertionError(f"expected {kind.__name__}")
