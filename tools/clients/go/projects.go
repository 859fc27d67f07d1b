package main

import "github.com/digitalocean/godo"

func useProjects(client *godo.Client) {
	projects := client.Projects
	project := reportResult[*godo.Project]("Projects.Create")(projects.Create(ctx, &godo.CreateProjectRequest{Name: "Shop", Purpose: "Web Application", Environment: "production"}))
	reportResult[*godo.Project]("Projects.Get")(projects.Get(ctx, project.ID))
	standard := reportResult[*godo.Project]("Projects.GetDefault")(projects.GetDefault(ctx))
	check("there is a default project", standard.IsDefault, standard)
	updated := reportResult[*godo.Project]("Projects.Update")(projects.Update(ctx, project.ID, &godo.UpdateProjectRequest{Description: "All of it"}))
	check("only the description is changed", updated.Name == "Shop" && updated.Description == "All of it", updated)
	volume, _, _ := client.Storage.CreateVolume(ctx, &godo.VolumeCreateRequest{Region: "nyc3", Name: "assigned", SizeGigaBytes: 1})
	assigned := reportResult[[]godo.ProjectResource]("Projects.AssignResources")(projects.AssignResources(ctx, project.ID, volume))
	check("the volume is assigned", len(assigned) == 1 && assigned[0].Status == "assigned", assigned)
	reportResult[[]godo.ProjectResource]("Projects.ListResources")(projects.ListResources(ctx, project.ID, &godo.ListOptions{PerPage: 200}))
	_, err := projects.Delete(ctx, project.ID)
	expectError("a project with resources", 412, err)
	client.Storage.DeleteVolume(ctx, volume.ID)
	response, err := projects.Delete(ctx, project.ID)
	reportCall("Projects.Delete", response, err)
	reportResult[[]godo.Project]("Projects.List")(projects.List(ctx, nil))
	useRegistry(client)
}

func useRegistry(client *godo.Client) {
	// This version of the client has no tiers, which the platform requires, so the request body is built here.
	_, _, err := client.Registry.Create(ctx, &godo.RegistryCreateRequest{Name: "tidewater-books"})
	expectError("a registry without a tier", 422, err)
	request, _ := client.NewRequest(ctx, "POST", "v2/registry", map[string]string{"name": "tidewater-books", "subscription_tier_slug": "basic"})
	created := struct{ Registry *godo.Registry }{}
	response, err := client.Do(ctx, request, &created)
	reportCall("a registry with a tier", response, err)
	registry := created.Registry
	reportResult[*godo.Registry]("Registry.Get")(client.Registry.Get(ctx))
	seconds := 3600
	credentials := reportResult[*godo.DockerCredentials]("Registry.DockerCredentials")(client.Registry.DockerCredentials(ctx, &godo.RegistryDockerCredentialsRequest{ReadWrite: true, ExpirySeconds: &seconds}))
	check("the credentials are a file", len(credentials.DockerConfigJSON) > 20, len(credentials.DockerConfigJSON))
	reportResult[[]*godo.Repository]("Registry.ListRepositories")(client.Registry.ListRepositories(ctx, registry.Name, nil))
	_, _, err = client.Registry.ListRepositoryTags(ctx, registry.Name, "nothing/here", nil)
	expectError("tags of an unknown repository", 404, err)
	response, err = client.Registry.DeleteTag(ctx, registry.Name, "nothing/here", "latest")
	reportCall("Registry.DeleteTag of no repository", response, err)
	_, err = client.Registry.DeleteManifest(ctx, registry.Name, "nothing/here", "sha256:"+"0000000000000000000000000000000000000000000000000000000000000000")
	expectError("a manifest of an unknown repository", 404, err)
	response, err = client.Registry.Delete(ctx)
	reportCall("Registry.Delete", response, err)
}
