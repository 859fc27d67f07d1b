"""Runs each sample of standard input, one JSON string per line, and prints the response that it received as a line of JSON."""
import json
import sys

import requests

send = requests.Session.send
received = None


def record(session, request, **options):
    global received
    received = send(session, request, **options)
    return received


requests.Session.send = record
for line in sys.stdin:
    received = None
    error = "The sample sent nothing."
    try:
        exec(compile(json.loads(line), "sample.py", "exec"), {"__name__": "__main__"})
    except Exception as reason:
        error = repr(reason)
    if received is None:
        print(json.dumps({"error": error}), flush=True)
    else:
        print(json.dumps({"status": received.status_code, "headers": dict(received.headers), "body": received.text}), flush=True)
