"""Pages through regions with azure-core, which pydo is built on. It sends bearer tokens over HTTPS only."""

import os
import time
from urllib.parse import parse_qs, urlparse

from azure.core import PipelineClient
from azure.core.credentials import AccessToken
from azure.core.exceptions import ServiceRequestError
from azure.core.pipeline.policies import BearerTokenCredentialPolicy
from azure.core.rest import HttpRequest

from report import expect_error


class Credential:
    def get_token(self, *_scopes, **_options):
        return AccessToken(os.environ["SPINDRIFT_TOKEN"], int(time.time()) + 3600)


def list_regions(base_url, **query):
    policy = BearerTokenCredentialPolicy(Credential(), "read")
    with PipelineClient(base_url, policies=[policy]) as client:
        response = client.send_request(HttpRequest("GET", f"{base_url}/v2/regions", params=query))
        response.raise_for_status()
        return response.json()


def list_all_regions(base_url, **query):
    """Follows `links` as the documentation of pydo does."""
    regions = []
    page = 1
    while page:
        reply = list_regions(base_url, page=page, **query)
        regions += reply["regions"]
        following = reply.get("links", {}).get("pages", {}).get("next")
        page = int(parse_qs(urlparse(following).query)["page"][0]) if following else None
    return regions


url = os.environ["SPINDRIFT_BASE_URL"]
assert "links" not in list_regions(url)
assert len(list_all_regions(url, per_page=3)) == len(list_all_regions(url, per_page=50)) > 3
expect_error(ServiceRequestError, lambda: list_regions(url.replace("https:", "http:")))
