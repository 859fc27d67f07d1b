package volumes

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"testing"
)

// What a test works with: an account of its own, so that tests run in parallel and see nothing of each other.
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
	if status := p.ask(t, "POST", "/_sandbox/accounts", struct{}{}, &account); status != http.StatusOK {
		t.Fatalf("no account: %d", status)
	}
	t.Cleanup(func() { p.ask(t, "DELETE", "/_sandbox/accounts", map[string]string{"id": account.ID}, nil) })
	p.token = account.Tokens.Full
	return p
}

// Sends the body and reads the reply into answer, if there is one to read into.
func (p platform) ask(t *testing.T, method, path string, body, answer any) int {
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
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	if answer != nil {
		if err := json.NewDecoder(reply.Body).Decode(answer); err != nil {
			t.Fatal(err)
		}
	}
	return reply.StatusCode
}

var order = map[string]any{"name": "shelves", "region": "nyc3", "size_gigabytes": 10}

func TestOrdersAVolume(t *testing.T) {
	t.Parallel()
	p := newPlatform(t)
	var ordered struct{ Volume struct{ ID string } }
	if status := p.ask(t, "POST", "/v2/volumes", order, &ordered); status != http.StatusCreated {
		t.Fatalf("ordering a volume is %d", status)
	}
	if status := p.ask(t, "GET", "/v2/volumes/"+ordered.Volume.ID, nil, nil); status != http.StatusOK {
		t.Fatalf("reading it is %d", status)
	}
}

func TestSeesNothingOfTheOthers(t *testing.T) {
	t.Parallel()
	p := newPlatform(t)
	// The name is taken once in an account, not once in the sandbox.
	if status := p.ask(t, "POST", "/v2/volumes", order, nil); status != http.StatusCreated {
		t.Fatalf("ordering a volume is %d", status)
	}
}
