// Calls the services of the official Go client. Needs PLATFORM_URL and PLATFORM_TOKEN.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/digitalocean/godo"
	"golang.org/x/oauth2"
)

var ctx = context.Background()

func connect(token string) *godo.Client {
	source := oauth2.StaticTokenSource(&oauth2.Token{AccessToken: token})
	client, err := godo.New(oauth2.NewClient(ctx, source), godo.SetBaseURL(os.Getenv("PLATFORM_URL")+"/"))
	if err != nil {
		panic(err)
	}
	return client
}

func main() {
	client := connect(os.Getenv("PLATFORM_TOKEN"))
	families := map[string]func(*godo.Client){
		"account":    useAccount,
		"databases":  useDatabases,
		"droplets":   useDroplets,
		"kubernetes": useKubernetes,
		"network":    useNetwork,
		"projects":   useProjects,
		"storage":    useStorage,
	}
	for name, use := range families {
		runFamily(name, client, use)
	}
}

// Runs one family. Reports a panic of the client as a failed case, so that the next family still runs.
func runFamily(name string, client *godo.Client, use func(*godo.Client)) {
	defer func() {
		if reason := recover(); reason != nil {
			report(name+": completed", fmt.Errorf("panic: %v", reason))
		}
	}()
	use(client)
	report(name+": completed", nil)
}
