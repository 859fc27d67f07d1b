"""The least of a client: a method, a path, a body. Any client that reads its base URL and token from the environment does as well."""
import json
import urllib.error
import urllib.request


class Platform:
    def __init__(self, url, token=None):
        self.url = url
        self.token = token

    def ask(self, method, path, body=None):
        """Status and body of the reply."""
        headers = {"content-type": "application/json"}
        if self.token is not None:
            headers["authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request) as reply:
                return reply.status, json.loads(reply.read() or "null")
        except urllib.error.HTTPError as refusal:
            return refusal.code, json.loads(refusal.read())
