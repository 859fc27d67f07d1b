// What programs do with the platform's own Go client, service by service. Needs PLATFORM_URL and PLATFORM_TOKEN.
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
		inFamily(name, client, use)
	}
}

// A client that panics on an answer is a failure like any other, and the next family goes on.
func inFamily(name string, client *godo.Client, use func(*godo.Client)) {
	defer func() {
		if reason := recover(); reason != nil {
			report(name+": to the end", fmt.Errorf("panic: %v", reason))
		}
	}()
	use(client)
	report(name+": to the end", nil)
}
