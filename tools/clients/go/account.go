package main

import (
	"strings"
	"time"

	"github.com/digitalocean/godo"
)

func useAccount(client *godo.Client) {
	account := reportResult[*godo.Account]("Account.Get")(client.Account.Get(ctx))
	check("the account is active", account.Status == "active" && account.EmailVerified, account)
	rate := client.Rate
	check("the rate limit is read", rate.Limit == 5000 && rate.Remaining < rate.Limit && rate.Reset.After(time.Now()), rate)
	reportResult[*godo.Balance]("Balance.Get")(client.Balance.Get(ctx))
	reportResult[*godo.BillingHistory]("BillingHistory.List")(client.BillingHistory.List(ctx, &godo.ListOptions{PerPage: 200}))
	invoices := reportResult[*godo.InvoiceList]("Invoices.List")(client.Invoices.List(ctx, nil))
	uuids := []string{"preview"}
	for _, invoice := range invoices.Invoices {
		uuids = append(uuids, invoice.InvoiceUUID)
	}
	for _, uuid := range uuids[:min(len(uuids), 2)] {
		reportResult[*godo.Invoice]("Invoices.Get")(client.Invoices.Get(ctx, uuid, nil))
		reportResult[*godo.InvoiceSummary]("Invoices.GetSummary")(client.Invoices.GetSummary(ctx, uuid))
		pdf := reportResult[[]byte]("Invoices.GetPDF")(client.Invoices.GetPDF(ctx, uuid))
		check("the file is a PDF", strings.HasPrefix(string(pdf), "%PDF"), len(pdf))
		reportResult[[]byte]("Invoices.GetCSV")(client.Invoices.GetCSV(ctx, uuid))
	}

	regions := reportResult[[]godo.Region]("Regions.List")(client.Regions.List(ctx, nil))
	check("regions have sizes", len(regions) > 5 && len(regions[0].Sizes) > 0, regions)
	useSizes(client)
	reportResult[[]*godo.OneClick]("OneClick.List")(client.OneClick.List(ctx, ""))
	reportResult[[]*godo.OneClick]("OneClick.List of Kubernetes")(client.OneClick.List(ctx, "kubernetes"))
	useKeys(client)
	useTags(client)

	_, _, err := connect("nobody").Account.Get(ctx)
	expectError("an unknown token", 401, err)
}

// Reads all pages.
func useSizes(client *godo.Client) {
	seen := map[string]bool{}
	total := 0
	for options := (&godo.ListOptions{PerPage: 3}); ; {
		sizes, response, err := client.Sizes.List(ctx, options)
		if !reportCall("Sizes.List", response, err) {
			return
		}
		for _, size := range sizes {
			seen[size.Slug] = true
		}
		total = response.Meta.Total
		if response.Links == nil || response.Links.IsLastPage() {
			break
		}
		page, err := response.Links.CurrentPage()
		if !report("Links.CurrentPage", err) {
			return
		}
		options.Page = page + 1
	}
	check("every size was on some page", len(seen) == total && total > 3, total)
}

func useKeys(client *godo.Client) {
	publicKey := "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0lYaHSAGUzoO7Cr3XgJHEBYiT5gNXQqfcQlAE1VmBr clerk"
	key := reportResult[*godo.Key]("Keys.Create")(client.Keys.Create(ctx, &godo.KeyCreateRequest{Name: "clerk", PublicKey: publicKey}))
	reportResult[[]godo.Key]("Keys.List")(client.Keys.List(ctx, nil))
	reportResult[*godo.Key]("Keys.GetByID")(client.Keys.GetByID(ctx, key.ID))
	reportResult[*godo.Key]("Keys.GetByFingerprint")(client.Keys.GetByFingerprint(ctx, key.Fingerprint))
	reportResult[*godo.Key]("Keys.UpdateByID")(client.Keys.UpdateByID(ctx, key.ID, &godo.KeyUpdateRequest{Name: "till"}))
	reportResult[*godo.Key]("Keys.UpdateByFingerprint")(client.Keys.UpdateByFingerprint(ctx, key.Fingerprint, &godo.KeyUpdateRequest{Name: "desk"}))
	response, err := client.Keys.DeleteByFingerprint(ctx, key.Fingerprint)
	reportCall("Keys.DeleteByFingerprint", response, err)
	_, err = client.Keys.DeleteByID(ctx, key.ID)
	expectError("a deleted key", 404, err)
}

func useTags(client *godo.Client) {
	volume, _, _ := client.Storage.CreateVolume(ctx, &godo.VolumeCreateRequest{Region: "nyc3", Name: "tagged", SizeGigaBytes: 1})
	resources := []godo.Resource{{ID: volume.ID, Type: godo.ResourceType("volume")}}
	_, err := client.Tags.TagResources(ctx, "ledgers", &godo.TagResourcesRequest{Resources: resources})
	expectError("an unknown tag", 404, err)
	reportResult[*godo.Tag]("Tags.Create")(client.Tags.Create(ctx, &godo.TagCreateRequest{Name: "ledgers"}))
	reportResult[*godo.Tag]("Tags.Create again")(client.Tags.Create(ctx, &godo.TagCreateRequest{Name: "ledgers"}))
	response, err := client.Tags.TagResources(ctx, "ledgers", &godo.TagResourcesRequest{Resources: resources})
	reportCall("Tags.TagResources", response, err)
	tag := reportResult[*godo.Tag]("Tags.Get")(client.Tags.Get(ctx, "ledgers"))
	check("the volume is counted", tag.Resources.Count == 1 && tag.Resources.Volumes.Count == 1, tag)
	reportResult[[]godo.Tag]("Tags.List")(client.Tags.List(ctx, nil))
	response, err = client.Tags.UntagResources(ctx, "ledgers", &godo.UntagResourcesRequest{Resources: resources})
	reportCall("Tags.UntagResources", response, err)
	response, err = client.Tags.Delete(ctx, "ledgers")
	reportCall("Tags.Delete", response, err)
}

func min(a, b int) int {
	if a < b {
		return a
	}
	return b
}
