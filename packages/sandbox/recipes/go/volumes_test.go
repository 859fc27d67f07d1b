package volumes

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"testing"
)

// Account of one test, so that tests can run in parallel.
type platform struct {
	url   string
	token string
}

func newPlatform(t *testing.T) platform {
	t.Helper()
	var account struct {
		ID     string
		Tokens struct{ Full string }
	}
	p := platform{url: os.Getenv("DIGITALOCEAN_API_URL")}
	if status := p.request(t, "POST", "/_sandbox/accounts", struct{}{}, &account); status != http.StatusOK {
		t.Fatalf("creating an account returned %d", status)
	}
	t.Cleanup(func() { p.request(t, "DELETE", "/_sandbox/accounts", map[string]string{"id": account.ID}, nil) })
	p.token = account.Tokens.Full
	return p
}

// Sends a request, decodes the response into result unless it is nil, and returns the status.
func (p platform) request(t *testing.T, method, path string, body, result any) int {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequest(method, p.url+path, bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+p.token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if result != nil {
		if err := json.NewDecoder(response.Body).Decode(result); err != nil {
			t.Fatal(err)
		}
	}
	return response.StatusCode
}

var input = map[string]any{"name": "shelves", "region": "nyc3", "size_gigabytes": 10}

func TestCreatesAVolume(t *testing.T) {
	t.Parallel()
	p := newPlatform(t)
	var created struct{ Volume struct{ ID string } }
	if status := p.request(t, "POST", "/v2/volumes", input, &created); status != http.StatusCreated {
		t.Fatalf("creating a volume returned %d", status)
	}
	if status := p.request(t, "GET", "/v2/volumes/"+created.Volume.ID, nil, nil); status != http.StatusOK {
		t.Fatalf("reading the volume returned %d", status)
	}
}

func TestIsIsolatedFromOtherTests(t *testing.T) {
	t.Parallel()
	p := newPlatform(t)
	// The name is unique per account, not per sandbox.
	if status := p.request(t, "POST", "/v2/volumes", input, nil); status != http.StatusCreated {
		t.Fatalf("creating a volume returned %d", status)
	}
}
