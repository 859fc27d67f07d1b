package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"time"

	"github.com/digitalocean/godo"
)

func useNetwork(client *godo.Client) {
	useDomains(client)
	droplet := makeDroplet(client, "front-01")
	certificate := useCertificates(client)
	useBalancers(client, droplet.ID, certificate)
	useFirewalls(client, droplet.ID)
	useAddresses(client, droplet.ID)
	response, err := client.Certificates.Delete(ctx, certificate)
	reportCall("Certificates.Delete", response, err)
	useNetworks(client)
	useCDN(client)
}

func useDomains(client *godo.Client) {
	domains, domain := client.Domains, "godo.tidewater.example"
	reportResult[*godo.Domain]("Domains.Create")(domains.Create(ctx, &godo.DomainCreateRequest{Name: domain, IPAddress: "203.0.113.7"}))
	reportResult[*godo.Domain]("Domains.Get")(domains.Get(ctx, domain))
	reportResult[[]godo.Domain]("Domains.List")(domains.List(ctx, nil))
	requests := []godo.DomainRecordEditRequest{
		{Type: "A", Name: "www", Data: "203.0.113.8"},
		{Type: "AAAA", Name: "www", Data: "2001:db8::8", TTL: 600},
		{Type: "CNAME", Name: "shop", Data: "@"},
		{Type: "MX", Name: "@", Data: "mail." + domain + ".", Priority: 10},
		{Type: "TXT", Name: "_acme-challenge.www", Data: "abc"},
		{Type: "SRV", Name: "_sip._tcp", Data: "sip." + domain + ".", Priority: 1, Port: 5060, Weight: 5},
		{Type: "CAA", Name: "@", Data: "letsencrypt.org.", Tag: "issue"},
		{Type: "NS", Name: "lab", Data: "ns1." + domain + "."},
	}
	for _, request := range requests {
		record := reportResult[*godo.DomainRecord]("Domains.CreateRecord " + request.Type)(domains.CreateRecord(ctx, domain, &request))
		if record == nil {
			continue
		}
		edited := reportResult[*godo.DomainRecord]("Domains.EditRecord " + request.Type)(domains.EditRecord(ctx, domain, record.ID, &godo.DomainRecordEditRequest{
			Type: request.Type, Name: request.Name, Data: request.Data, Priority: request.Priority, Port: request.Port, Weight: request.Weight, Tag: request.Tag, TTL: 900,
		}))
		check("the new time to live holds", edited != nil && edited.TTL == 900 && edited.Name == request.Name, edited)
		reportResult[*godo.DomainRecord]("Domains.Record " + request.Type)(domains.Record(ctx, domain, record.ID))
		response, err := domains.DeleteRecord(ctx, domain, record.ID)
		reportCall("Domains.DeleteRecord "+request.Type, response, err)
	}
	records := reportResult[[]godo.DomainRecord]("Domains.Records")(domains.Records(ctx, domain, &godo.ListOptions{PerPage: 200}))
	check("the default records of the domain remain", len(records) >= 4, records)
	response, err := domains.Delete(ctx, domain)
	reportCall("Domains.Delete", response, err)
}

func useCertificates(client *godo.Client) string {
	key, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"www.tidewater.example"}, NotAfter: time.Now().AddDate(1, 0, 0)}
	leaf, _ := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	private, _ := x509.MarshalPKCS8PrivateKey(key)
	certificate := reportResult[*godo.Certificate]("Certificates.Create")(client.Certificates.Create(ctx, &godo.CertificateRequest{
		Name: "shop", Type: "custom",
		LeafCertificate: string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: leaf})),
		PrivateKey:      string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})),
	}))
	wait("the certificate is verified", func() (bool, error) {
		found, _, err := client.Certificates.Get(ctx, certificate.ID)
		return err == nil && found.State == "verified" && found.NotAfter != "" && found.SHA1Fingerprint != "", err
	})
	reportResult[[]godo.Certificate]("Certificates.List")(client.Certificates.List(ctx, nil))
	return certificate.ID
}

func useBalancers(client *godo.Client, droplet int, certificate string) {
	balancers := client.LoadBalancers
	secure := godo.ForwardingRule{EntryProtocol: "https", EntryPort: 443, TargetProtocol: "http", TargetPort: 80, CertificateID: certificate}
	balancer := reportResult[*godo.LoadBalancer]("LoadBalancers.Create")(balancers.Create(ctx, &godo.LoadBalancerRequest{
		Name: "front", Region: "nyc3", Algorithm: "round_robin", ForwardingRules: []godo.ForwardingRule{secure}, DropletIDs: []int{droplet}, Tags: []string{"x"},
	}))
	id := balancer.ID
	wait("the balancer is active", func() (bool, error) {
		found, _, err := balancers.Get(ctx, id)
		return err == nil && found.Status == "active" && found.IP != "", err
	})
	_, err := client.Certificates.Delete(ctx, certificate)
	expectError("a certificate in use", 403, err)
	found := reportResult[*godo.LoadBalancer]("LoadBalancers.Get")(balancers.Get(ctx, id))
	check("omitted fields have defaults", found.HealthCheck != nil && found.StickySessions.Type == "none" && found.VPCUUID != "", found)
	request := found.AsRequest()
	request.Name = "front-2"
	reportResult[*godo.LoadBalancer]("LoadBalancers.Update")(balancers.Update(ctx, id, request))
	plain := godo.ForwardingRule{EntryProtocol: "http", EntryPort: 80, TargetProtocol: "http", TargetPort: 80}
	response, err := balancers.AddForwardingRules(ctx, id, plain)
	reportCall("LoadBalancers.AddForwardingRules", response, err)
	response, err = balancers.RemoveForwardingRules(ctx, id, plain)
	reportCall("LoadBalancers.RemoveForwardingRules", response, err)
	response, err = balancers.RemoveDroplets(ctx, id, droplet)
	reportCall("LoadBalancers.RemoveDroplets", response, err)
	response, err = balancers.AddDroplets(ctx, id, droplet)
	reportCall("LoadBalancers.AddDroplets", response, err)
	reportResult[[]godo.LoadBalancer]("LoadBalancers.List")(balancers.List(ctx, nil))
	response, err = balancers.Delete(ctx, id)
	reportCall("LoadBalancers.Delete", response, err)
}

func useFirewalls(client *godo.Client, droplet int) {
	firewalls := client.Firewalls
	inbound := []godo.InboundRule{{Protocol: "tcp", PortRange: "22", Sources: &godo.Sources{Addresses: []string{"0.0.0.0/0", "::/0"}}}}
	outbound := []godo.OutboundRule{{Protocol: "tcp", PortRange: "all", Destinations: &godo.Destinations{Addresses: []string{"0.0.0.0/0"}}}, {Protocol: "icmp", Destinations: &godo.Destinations{Addresses: []string{"0.0.0.0/0"}}}}
	firewall := reportResult[*godo.Firewall]("Firewalls.Create")(firewalls.Create(ctx, &godo.FirewallRequest{Name: "front", InboundRules: inbound, OutboundRules: outbound}))
	id := firewall.ID
	client.Tags.Create(ctx, &godo.TagCreateRequest{Name: "front"})
	steps := map[string]func() (*godo.Response, error){
		"1 AddDroplets": func() (*godo.Response, error) { return firewalls.AddDroplets(ctx, id, droplet) },
		"2 AddTags":     func() (*godo.Response, error) { return firewalls.AddTags(ctx, id, "front") },
		"3 AddRules": func() (*godo.Response, error) {
			return firewalls.AddRules(ctx, id, &godo.FirewallRulesRequest{InboundRules: []godo.InboundRule{{Protocol: "tcp", PortRange: "443", Sources: &godo.Sources{Tags: []string{"front"}}}}})
		},
		"4 RemoveRules": func() (*godo.Response, error) {
			return firewalls.RemoveRules(ctx, id, &godo.FirewallRulesRequest{InboundRules: inbound})
		},
		"5 RemoveTags": func() (*godo.Response, error) { return firewalls.RemoveTags(ctx, id, "front") },
	}
	for _, name := range []string{"1 AddDroplets", "2 AddTags", "3 AddRules", "4 RemoveRules", "5 RemoveTags"} {
		response, err := steps[name]()
		reportCall("Firewalls."+name[2:], response, err)
	}
	found := reportResult[*godo.Firewall]("Firewalls.Get")(firewalls.Get(ctx, id))
	check("one rule and one droplet remain", len(found.InboundRules) == 1 && found.InboundRules[0].PortRange == "443" && len(found.DropletIDs) == 1 && len(found.Tags) == 0, found)
	reportResult[[]godo.Firewall]("Firewalls.ListByDroplet")(firewalls.ListByDroplet(ctx, droplet, nil))
	reportResult[[]godo.Firewall]("Firewalls.List")(firewalls.List(ctx, nil))
	reportResult[*godo.Firewall]("Firewalls.Update")(firewalls.Update(ctx, id, &godo.FirewallRequest{Name: "front-2", InboundRules: inbound, OutboundRules: outbound}))
	response, err := firewalls.RemoveDroplets(ctx, id, droplet)
	check("a droplet that is not there", err == nil || response.StatusCode < 500, err)
	response, err = firewalls.Delete(ctx, id)
	reportCall("Firewalls.Delete", response, err)
}

func useAddresses(client *godo.Client, droplet int) {
	addresses, actions := client.FloatingIPs, client.FloatingIPActions
	address := reportResult[*godo.FloatingIP]("FloatingIPs.Create")(addresses.Create(ctx, &godo.FloatingIPCreateRequest{Region: "nyc3"}))
	assign := reportResult[*godo.Action]("FloatingIPActions.Assign")(actions.Assign(ctx, address.IP, droplet))
	finish(client, "assign", assign.ID)
	found := reportResult[*godo.FloatingIP]("FloatingIPs.Get")(addresses.Get(ctx, address.IP))
	check("the address is the droplet's", found.Droplet != nil && found.Droplet.ID == droplet, found)
	reportResult[*godo.Action]("FloatingIPActions.Get")(actions.Get(ctx, address.IP, assign.ID))
	unassign := reportResult[*godo.Action]("FloatingIPActions.Unassign")(actions.Unassign(ctx, address.IP))
	finish(client, "unassign", unassign.ID)
	reportResult[[]godo.Action]("FloatingIPActions.List")(actions.List(ctx, address.IP, nil))
	reportResult[[]godo.FloatingIP]("FloatingIPs.List")(addresses.List(ctx, nil))
	response, err := addresses.Delete(ctx, address.IP)
	reportCall("FloatingIPs.Delete", response, err)
}

func useNetworks(client *godo.Client) {
	network := reportResult[*godo.VPC]("VPCs.Create")(client.VPCs.Create(ctx, &godo.VPCCreateRequest{Name: "office", RegionSlug: "nyc3", IPRange: "10.77.0.0/24"}))
	reportResult[[]*godo.VPC]("VPCs.List")(client.VPCs.List(ctx, nil))
	reportResult[*godo.VPC]("VPCs.Update")(client.VPCs.Update(ctx, network.ID, &godo.VPCUpdateRequest{Name: "office-2"}))
	reportResult[*godo.VPC]("VPCs.Set")(client.VPCs.Set(ctx, network.ID, godo.VPCSetDescription("upstairs")))
	found := reportResult[*godo.VPC]("VPCs.Get")(client.VPCs.Get(ctx, network.ID))
	check("the network is changed", found.Name == "office-2" && found.Description == "upstairs" && !found.CreatedAt.IsZero(), found)
	response, err := client.VPCs.Delete(ctx, network.ID)
	reportCall("VPCs.Delete", response, err)
}

func useCDN(client *godo.Client) {
	endpoint := reportResult[*godo.CDN]("CDNs.Create")(client.CDNs.Create(ctx, &godo.CDNCreateRequest{Origin: "covers.nyc3.digitaloceanspaces.com", TTL: 3600}))
	reportResult[[]godo.CDN]("CDNs.List")(client.CDNs.List(ctx, nil))
	reportResult[*godo.CDN]("CDNs.UpdateTTL")(client.CDNs.UpdateTTL(ctx, endpoint.ID, &godo.CDNUpdateTTLRequest{TTL: 600}))
	reportResult[*godo.CDN]("CDNs.UpdateCustomDomain")(client.CDNs.UpdateCustomDomain(ctx, endpoint.ID, &godo.CDNUpdateCustomDomainRequest{}))
	found := reportResult[*godo.CDN]("CDNs.Get")(client.CDNs.Get(ctx, endpoint.ID))
	check("the time to live holds", found.TTL == 600 && !found.CreatedAt.IsZero(), found)
	response, err := client.CDNs.FlushCache(ctx, endpoint.ID, &godo.CDNFlushCacheRequest{Files: []string{"*"}})
	reportCall("CDNs.FlushCache", response, err)
	response, err = client.CDNs.Delete(ctx, endpoint.ID)
	reportCall("CDNs.Delete", response, err)
}
