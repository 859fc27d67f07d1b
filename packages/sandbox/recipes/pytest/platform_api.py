"""Minimal HTTP client. Any client that reads its base URL and token from the environment works too."""
import json
import urllib.error
import urllib.request


class Platform:
    def __init__(self, url, token=None):
        self.url = url
        self.token = token

    def request(self, method, path, body=None):
        """Sends a request and returns the status and the body of the response."""
        headers = {"content-type": "application/json"}
        if self.token is not None:
            headers["authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        outgoing = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(outgoing) as response:
                return response.status, json.loads(response.read() or "null")
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read())
