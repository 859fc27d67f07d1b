// Runs the sample that each line of standard input names, and prints the response that it received as a line of JSON.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
)

type reply struct {
	Status  int               `json:"status,omitempty"`
	Headers map[string]string `json:"headers,omitempty"`
	Body    string            `json:"body"`
	Error   string            `json:"error,omitempty"`
}

// The default transport, which the recorder replaces.
var transport = http.DefaultTransport

type recorder struct{ received reply }

func (r *recorder) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := transport.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(response.Body)
	response.Body = io.NopCloser(bytes.NewReader(body))
	headers := map[string]string{}
	for name := range response.Header {
		headers[name] = response.Header.Get(name)
	}
	r.received = reply{Status: response.StatusCode, Headers: headers, Body: string(body)}
	return response, err
}

func run(name string) (received reply) {
	record := &recorder{received: reply{Error: "The sample sent nothing."}}
	http.DefaultTransport = record
	defer func() {
		received = record.received
		if reason := recover(); reason != nil && received.Status == 0 {
			received = reply{Error: fmt.Sprint(reason)}
		}
	}()
	samples[name]()
	return
}

func main() {
	output := json.NewEncoder(os.Stdout)
	// Samples print their result.
	os.Stdout, _ = os.Open(os.DevNull)
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		if err := output.Encode(run(lines.Text())); err != nil {
			panic(err)
		}
	}
}
