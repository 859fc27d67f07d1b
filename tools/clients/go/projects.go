package main

import "github.com/digitalocean/godo"

func useProjects(client *godo.Client) {
	projects := client.Projects
	project := got[*godo.Project]("Projects.Create")(projects.Create(ctx, &godo.CreateProjectRequest{Name: "Shop", Purpose: "Web Application", Environment: "production"}))
	got[*godo.Project]("Projects.Get")(projects.Get(ctx, project.ID))
	standard := got[*godo.Project]("Projects.GetDefault")(projects.GetDefault(ctx))
	holds("there is a default project", standard.IsDefault, standard)
	updated := got[*godo.Project]("Projects.Update")(projects.Update(ctx, project.ID, &godo.UpdateProjectRequest{Description: "All of it"}))
	holds("only the description is changed", updated.Name == "Shop" && updated.Description == "All of it", updated)
	volume, _, _ := client.Storage.CreateVolume(ctx, &godo.VolumeCreateRequest{Region: "nyc3", Name: "assigned", SizeGigaBytes: 1})
	assigned := got[[]godo.ProjectResource]("Projects.AssignResources")(projects.AssignResources(ctx, project.ID, volume))
	holds("the volume is assigned", len(assigned) == 1 && assigned[0].Status == "assigned", assigned)
	got[[]godo.ProjectResource]("Projects.ListResources")(projects.ListResources(ctx, project.ID, &godo.ListOptions{PerPage: 200}))
	_, err := projects.Delete(ctx, project.ID)
	refused("a project with resources", 412, err)
	client.Storage.DeleteVolume(ctx, volume.ID)
	response, err := projects.Delete(ctx, project.ID)
	done("Projects.Delete", response, err)
	got[[]godo.Project]("Projects.List")(projects.List(ctx, nil))
	useRegistry(client)
}

func useRegistry(client *godo.Client) {
	// This version of the client has no tiers, which the platform requires, so the request body is built here.
	_, _, err := client.Registry.Create(ctx, &godo.RegistryCreateRequest{Name: "tidewater-books"})
	refused("a registry without a tier", 422, err)
	request, _ := client.NewRequest(ctx, "POST", "v2/registry", map[string]string{"name": "tidewater-books", "subscription_tier_slug": "basic"})
	created := struct{ Registry *godo.Registry }{}
	response, err := client.Do(ctx, request, &created)
	done("a registry with a tier", response, err)
	registry := created.Registry
	got[*godo.Registry]("Registry.Get")(client.Registry.Get(ctx))
	seconds := 3600
	credentials := got[*godo.DockerCredentials]("Registry.DockerCredentials")(client.Registry.DockerCredentials(ctx, &godo.RegistryDockerCredentialsRequest{ReadWrite: true, ExpirySeconds: &seconds}))
	holds("the credentials are a file", len(credentials.DockerConfigJSON) > 20, len(credentials.DockerConfigJSON))
	got[[]*godo.Repository]("Registry.ListRepositories")(client.Registry.ListRepositories(ctx, registry.Name, nil))
	_, _, err = client.Registry.ListRepositoryTags(ctx, registry.Name, "nothing/here", nil)
	refused("tags of no repository", 404, err)
	response, err = client.Registry.DeleteTag(ctx, registry.Name, "nothing/here", "latest")
	done("Registry.DeleteTag of no repository", response, err)
	_, err = client.Registry.DeleteManifest(ctx, registry.Name, "nothing/here", "sha256:"+"0000000000000000000000000000000000000000000000000000000000000000")
	refused("a manifest of no repository", 404, err)
	response, err = client.Registry.Delete(ctx)
	done("Registry.Delete", response, err)
}
