package main

import (
	"strings"
	"time"

	"github.com/digitalocean/godo"
)

func useAccount(client *godo.Client) {
	account := got[*godo.Account]("Account.Get")(client.Account.Get(ctx))
	holds("the account is active", account.Status == "active" && account.EmailVerified, account)
	rate := client.Rate
	holds("the rate limit is read", rate.Limit == 5000 && rate.Remaining < rate.Limit && rate.Reset.After(time.Now()), rate)
	got[*godo.Balance]("Balance.Get")(client.Balance.Get(ctx))
	got[*godo.BillingHistory]("BillingHistory.List")(client.BillingHistory.List(ctx, &godo.ListOptions{PerPage: 200}))
	invoices := got[*godo.InvoiceList]("Invoices.List")(client.Invoices.List(ctx, nil))
	uuids := []string{"preview"}
	for _, invoice := range invoices.Invoices {
		uuids = append(uuids, invoice.InvoiceUUID)
	}
	for _, uuid := range uuids[:min(len(uuids), 2)] {
		got[*godo.Invoice]("Invoices.Get")(client.Invoices.Get(ctx, uuid, nil))
		got[*godo.InvoiceSummary]("Invoices.GetSummary")(client.Invoices.GetSummary(ctx, uuid))
		pdf := got[[]byte]("Invoices.GetPDF")(client.Invoices.GetPDF(ctx, uuid))
		holds("the PDF is one", strings.HasPrefix(string(pdf), "%PDF"), len(pdf))
		got[[]byte]("Invoices.GetCSV")(client.Invoices.GetCSV(ctx, uuid))
	}

	regions := got[[]godo.Region]("Regions.List")(client.Regions.List(ctx, nil))
	holds("regions have sizes", len(regions) > 5 && len(regions[0].Sizes) > 0, regions)
	useSizes(client)
	got[[]*godo.OneClick]("OneClick.List")(client.OneClick.List(ctx, ""))
	got[[]*godo.OneClick]("OneClick.List of Kubernetes")(client.OneClick.List(ctx, "kubernetes"))
	useKeys(client)
	useTags(client)

	_, _, err := connect("nobody").Account.Get(ctx)
	refused("an unknown token", 401, err)
}

// Reads all pages.
func useSizes(client *godo.Client) {
	seen := map[string]bool{}
	total := 0
	for options := (&godo.ListOptions{PerPage: 3}); ; {
		sizes, response, err := client.Sizes.List(ctx, options)
		if !done("Sizes.List", response, err) {
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
	holds("every size was on some page", len(seen) == total && total > 3, total)
}

func useKeys(client *godo.Client) {
	publicKey := "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0lYaHSAGUzoO7Cr3XgJHEBYiT5gNXQqfcQlAE1VmBr clerk"
	key := got[*godo.Key]("Keys.Create")(client.Keys.Create(ctx, &godo.KeyCreateRequest{Name: "clerk", PublicKey: publicKey}))
	got[[]godo.Key]("Keys.List")(client.Keys.List(ctx, nil))
	got[*godo.Key]("Keys.GetByID")(client.Keys.GetByID(ctx, key.ID))
	got[*godo.Key]("Keys.GetByFingerprint")(client.Keys.GetByFingerprint(ctx, key.Fingerprint))
	got[*godo.Key]("Keys.UpdateByID")(client.Keys.UpdateByID(ctx, key.ID, &godo.KeyUpdateRequest{Name: "till"}))
	got[*godo.Key]("Keys.UpdateByFingerprint")(client.Keys.UpdateByFingerprint(ctx, key.Fingerprint, &godo.KeyUpdateRequest{Name: "desk"}))
	response, err := client.Keys.DeleteByFingerprint(ctx, key.Fingerprint)
	done("Keys.DeleteByFingerprint", response, err)
	_, err = client.Keys.DeleteByID(ctx, key.ID)
	refused("a key that is gone", 404, err)
}

func useTags(client *godo.Client) {
	volume, _, _ := client.Storage.CreateVolume(ctx, &godo.VolumeCreateRequest{Region: "nyc3", Name: "tagged", SizeGigaBytes: 1})
	resources := []godo.Resource{{ID: volume.ID, Type: godo.ResourceType("volume")}}
	_, err := client.Tags.TagResources(ctx, "ledgers", &godo.TagResourcesRequest{Resources: resources})
	refused("an unknown tag", 404, err)
	got[*godo.Tag]("Tags.Create")(client.Tags.Create(ctx, &godo.TagCreateRequest{Name: "ledgers"}))
	got[*godo.Tag]("Tags.Create again")(client.Tags.Create(ctx, &godo.TagCreateRequest{Name: "ledgers"}))
	response, err := client.Tags.TagResources(ctx, "ledgers", &godo.TagResourcesRequest{Resources: resources})
	done("Tags.TagResources", response, err)
	tag := got[*godo.Tag]("Tags.Get")(client.Tags.Get(ctx, "ledgers"))
	holds("the volume is counted", tag.Resources.Count == 1 && tag.Resources.Volumes.Count == 1, tag)
	got[[]godo.Tag]("Tags.List")(client.Tags.List(ctx, nil))
	response, err = client.Tags.UntagResources(ctx, "ledgers", &godo.UntagResourcesRequest{Resources: resources})
	done("Tags.UntagResources", response, err)
	response, err = client.Tags.Delete(ctx, "ledgers")
	done("Tags.Delete", response, err)
}

func min(a, b int) int {
	if a < b {
		return a
	}
	return b
}
