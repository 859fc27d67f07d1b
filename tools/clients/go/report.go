package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/digitalocean/godo"
)

// Prints one case as a line of JSON, which tools/clients/src/parse-cases.ts parses.
func report(name string, err error) bool {
	line := map[string]interface{}{"case": name, "ok": err == nil}
	if err != nil {
		line["error"] = err.Error()
	}
	text, _ := json.Marshal(line)
	fmt.Fprintln(os.Stdout, string(text))
	return err == nil
}

// Reports a call without a result.
func reportCall(name string, _ *godo.Response, err error) bool {
	return report(name, err)
}

// Reports a call and returns its result.
func reportResult[T any](name string) func(T, *godo.Response, error) T {
	return func(value T, _ *godo.Response, err error) T {
		report(name, err)
		return value
	}
}

func check(name string, condition bool, value interface{}) {
	if condition {
		report(name, nil)
		return
	}
	text, _ := json.Marshal(value)
	report(name, fmt.Errorf("unexpected value: %.300s", text))
}

// Reports whether the call failed with this status, a message and a request id.
func expectError(name string, status int, err error) {
	var failure *godo.ErrorResponse
	if !errors.As(err, &failure) {
		report(name, fmt.Errorf("expected status %d, got %v", status, err))
		return
	}
	if failure.Response.StatusCode != status || failure.Message == "" || failure.RequestID == "" {
		report(name, fmt.Errorf("expected status %d with message and request id, got %v", status, failure))
		return
	}
	report(name, nil)
}

// Polls a condition for at most 15 seconds.
func wait(name string, isDone func() (bool, error)) {
	var err error
	for end := time.Now().Add(15 * time.Second); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		var done bool
		if done, err = isDone(); done || err != nil {
			break
		} else {
			err = errors.New("the condition was not met in 15 seconds")
		}
	}
	report(name, err)
}
