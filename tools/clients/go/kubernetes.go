package main

import (
	"strings"

	"github.com/digitalocean/godo"
)

func useKubernetes(client *godo.Client) {
	kubernetes := client.Kubernetes
	options := reportResult[*godo.KubernetesOptions]("Kubernetes.GetOptions")(kubernetes.GetOptions(ctx))
	oldest := options.Versions[len(options.Versions)-1].Slug
	cluster := reportResult[*godo.KubernetesCluster]("Kubernetes.Create")(kubernetes.Create(ctx, &godo.KubernetesClusterCreateRequest{
		Name: "bindery", RegionSlug: "nyc3", VersionSlug: oldest, Tags: []string{"shop"},
		NodePools:         []*godo.KubernetesNodePoolCreateRequest{{Name: "press", Size: "s-2vcpu-4gb", Count: 2, Labels: map[string]string{"room": "cellar"}}},
		MaintenancePolicy: &godo.KubernetesMaintenancePolicy{StartTime: "03:00", Day: godo.KubernetesMaintenanceDayAny},
	}))
	id := cluster.ID
	running := func() (bool, error) {
		cluster, _, err := kubernetes.Get(ctx, id)
		return err == nil && cluster.Status.State == godo.KubernetesClusterStatusRunning, err
	}
	wait("the cluster runs", running)
	reportResult[[]*godo.KubernetesCluster]("Kubernetes.List")(kubernetes.List(ctx, nil))
	reportResult[*godo.KubernetesClusterUser]("Kubernetes.GetUser")(kubernetes.GetUser(ctx, id))
	config := reportResult[*godo.KubernetesClusterConfig]("Kubernetes.GetKubeConfig")(kubernetes.GetKubeConfig(ctx, id))
	check("the configuration is one", strings.Contains(string(config.KubeconfigYAML), "clusters:"), len(config.KubeconfigYAML))
	seconds := 600
	credentials := reportResult[*godo.KubernetesClusterCredentials]("Kubernetes.GetCredentials")(kubernetes.GetCredentials(ctx, id, &godo.KubernetesClusterCredentialsGetRequest{ExpirySeconds: &seconds}))
	check("the authority is a PEM", strings.Contains(string(credentials.CertificateAuthorityData), "BEGIN CERTIFICATE"), len(credentials.CertificateAuthorityData))
	auto := true
	updated := reportResult[*godo.KubernetesCluster]("Kubernetes.Update")(kubernetes.Update(ctx, id, &godo.KubernetesClusterUpdateRequest{
		Name: "bindery-2", AutoUpgrade: &auto, MaintenancePolicy: &godo.KubernetesMaintenancePolicy{StartTime: "04:00", Day: godo.KubernetesMaintenanceDaySunday},
	}))
	check("the cluster is changed", updated.Name == "bindery-2" && updated.AutoUpgrade && updated.MaintenancePolicy.Day == godo.KubernetesMaintenanceDaySunday, updated)

	usePools(client, id)
	upgrades := reportResult[[]*godo.KubernetesVersion]("Kubernetes.GetUpgrades")(kubernetes.GetUpgrades(ctx, id))
	if len(upgrades) > 0 {
		response, err := kubernetes.Upgrade(ctx, id, &godo.KubernetesClusterUpgradeRequest{VersionSlug: upgrades[0].Slug})
		reportCall("Kubernetes.Upgrade", response, err)
		wait("the upgraded cluster runs", running)
	}
	response, err := kubernetes.Delete(ctx, id)
	reportCall("Kubernetes.Delete", response, err)
	_, _, err = kubernetes.Get(ctx, id)
	expectError("a deleted cluster", 404, err)
}

func usePools(client *godo.Client, id string) {
	kubernetes := client.Kubernetes
	pool := reportResult[*godo.KubernetesNodePool]("Kubernetes.CreateNodePool")(kubernetes.CreateNodePool(ctx, id, &godo.KubernetesNodePoolCreateRequest{
		Name: "covers", Size: "s-2vcpu-4gb", Count: 2, Tags: []string{"covers"}, AutoScale: true, MinNodes: 1, MaxNodes: 3,
	}))
	ready := func() (bool, error) {
		pool, _, err := kubernetes.GetNodePool(ctx, id, pool.ID)
		if err != nil {
			return false, err
		}
		for _, node := range pool.Nodes {
			if node.Status.State != "running" {
				return false, nil
			}
		}
		return len(pool.Nodes) == pool.Count, nil
	}
	wait("the pool runs", ready)
	reportResult[[]*godo.KubernetesNodePool]("Kubernetes.ListNodePools")(kubernetes.ListNodePools(ctx, id, nil))
	count := 3
	no := false
	reportResult[*godo.KubernetesNodePool]("Kubernetes.UpdateNodePool")(kubernetes.UpdateNodePool(ctx, id, pool.ID, &godo.KubernetesNodePoolUpdateRequest{Name: "covers-2", Count: &count, AutoScale: &no}))
	wait("the bigger pool runs", ready)
	pool = reportResult[*godo.KubernetesNodePool]("Kubernetes.GetNodePool")(kubernetes.GetNodePool(ctx, id, pool.ID))
	check("it has three nodes", len(pool.Nodes) == 3 && pool.Nodes[0].DropletID != "", pool)
	response, err := kubernetes.DeleteNode(ctx, id, pool.ID, pool.Nodes[0].ID, &godo.KubernetesNodeDeleteRequest{Replace: true, SkipDrain: true})
	reportCall("Kubernetes.DeleteNode", response, err)
	wait("the pool runs again", ready)
	response, err = kubernetes.RecycleNodePoolNodes(ctx, id, pool.ID, &godo.KubernetesNodePoolRecycleNodesRequest{Nodes: []string{pool.Nodes[1].ID}})
	reportCall("Kubernetes.RecycleNodePoolNodes", response, err)
	response, err = kubernetes.DeleteNodePool(ctx, id, pool.ID)
	reportCall("Kubernetes.DeleteNodePool", response, err)
}
