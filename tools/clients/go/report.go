package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/digitalocean/godo"
)

// One line for each thing that was done, as tools/clients/src/run-program.ts reads them.
func report(name string, err error) bool {
	line := map[string]interface{}{"case": name, "ok": err == nil}
	if err != nil {
		line["error"] = err.Error()
	}
	text, _ := json.Marshal(line)
	fmt.Fprintln(os.Stdout, string(text))
	return err == nil
}

// The call was answered, and what came could be read.
func done(name string, _ *godo.Response, err error) bool {
	return report(name, err)
}

// The same for a call that returns something, which is handed on.
func got[T any](name string) func(T, *godo.Response, error) T {
	return func(value T, _ *godo.Response, err error) T {
		report(name, err)
		return value
	}
}

func holds(name string, condition bool, value interface{}) {
	if condition {
		report(name, nil)
		return
	}
	text, _ := json.Marshal(value)
	report(name, fmt.Errorf("not so: %.300s", text))
}

// The client's own error, with this status.
func refused(name string, status int, err error) {
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

// Reads until it is so, for at most a quarter of a minute.
func wait(name string, isSo func() (bool, error)) {
	var err error
	for end := time.Now().Add(15 * time.Second); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		var so bool
		if so, err = isSo(); so || err != nil {
			break
		} else {
			err = errors.New("it did not come")
		}
	}
	report(name, err)
}
