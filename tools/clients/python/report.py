"""One line for each thing that was done, as tools/clients/src/run-program.ts reads them."""

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
    """What is done in here is one case; whatever is raised in it is its failure."""
    try:
        yield
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        report(name, f"{type(error).__name__}: {error} ({place.name}:{place.lineno})")
    else:
        report(name)


def wait(is_so, seconds=15):
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            raise TimeoutError("it did not come")
        time.sleep(0.1)


def expect_error(kind, do):
    try:
        do()
    except kind as error:
        return error
    raise AssertionError(f"{kind.__name__} was expected")
