package main

import "github.com/digitalocean/godo"

func makeDatabase(client *godo.Client, engine, version string) *godo.Database {
	database := reportResult[*godo.Database]("Databases.Create " + engine)(client.Databases.Create(ctx, &godo.DatabaseCreateRequest{
		Name: "shop-" + engine, EngineSlug: engine, Version: version, SizeSlug: "db-s-2vcpu-4gb", Region: "nyc3", NumNodes: 1, Tags: []string{"shop"},
	}))
	waitOnline(client, engine, database.ID)
	return database
}

func waitOnline(client *godo.Client, name, id string) {
	wait(name+" is online", func() (bool, error) {
		database, _, err := client.Databases.Get(ctx, id)
		return err == nil && database.Status == "online", err
	})
}

func useDatabases(client *godo.Client) {
	databases := client.Databases
	id := makeDatabase(client, "pg", "16").ID
	reportResult[[]godo.Database]("Databases.List")(databases.List(ctx, &godo.ListOptions{PerPage: 200}))
	reportResult[*godo.DatabaseUser]("Databases.CreateUser")(databases.CreateUser(ctx, id, &godo.DatabaseCreateUserRequest{Name: "clerk"}))
	reportResult[*godo.DatabaseUser]("Databases.GetUser")(databases.GetUser(ctx, id, "clerk"))
	reportResult[[]godo.DatabaseUser]("Databases.ListUsers")(databases.ListUsers(ctx, id, nil))
	reportResult[*godo.DatabaseUser]("Databases.ResetUserAuth")(databases.ResetUserAuth(ctx, id, "clerk", &godo.DatabaseResetUserAuthRequest{}))
	reportResult[*godo.DatabaseDB]("Databases.CreateDB")(databases.CreateDB(ctx, id, &godo.DatabaseCreateDBRequest{Name: "orders"}))
	reportResult[*godo.DatabaseDB]("Databases.GetDB")(databases.GetDB(ctx, id, "orders"))
	reportResult[[]godo.DatabaseDB]("Databases.ListDBs")(databases.ListDBs(ctx, id, nil))
	reportResult[*godo.DatabasePool]("Databases.CreatePool")(databases.CreatePool(ctx, id, &godo.DatabaseCreatePoolRequest{
		User: "clerk", Name: "tills", Size: 5, Database: "orders", Mode: "transaction",
	}))
	reportResult[*godo.DatabasePool]("Databases.GetPool")(databases.GetPool(ctx, id, "tills"))
	reportResult[[]godo.DatabasePool]("Databases.ListPools")(databases.ListPools(ctx, id, nil))
	response, err := databases.DeletePool(ctx, id, "tills")
	reportCall("Databases.DeletePool", response, err)
	response, err = databases.DeleteDB(ctx, id, "orders")
	reportCall("Databases.DeleteDB", response, err)
	response, err = databases.DeleteUser(ctx, id, "clerk")
	reportCall("Databases.DeleteUser", response, err)
	reportResult[[]godo.DatabaseBackup]("Databases.ListBackups")(databases.ListBackups(ctx, id, nil))

	rules := []*godo.DatabaseFirewallRule{{Type: "ip_addr", Value: "203.0.113.7"}, {Type: "tag", Value: "shop"}}
	response, err = databases.UpdateFirewallRules(ctx, id, &godo.DatabaseUpdateFirewallRulesRequest{Rules: rules})
	reportCall("Databases.UpdateFirewallRules", response, err)
	stored := reportResult[[]godo.DatabaseFirewallRule]("Databases.GetFirewallRules")(databases.GetFirewallRules(ctx, id))
	check("both rules are stored, with a time", len(stored) == 2 && !stored[0].CreatedAt.IsZero() && stored[0].UUID != "", stored)
	response, err = databases.UpdateFirewallRules(ctx, id, &godo.DatabaseUpdateFirewallRulesRequest{})
	reportCall("Databases.UpdateFirewallRules with none", response, err)

	reportResult[*godo.DatabaseReplica]("Databases.CreateReplica")(databases.CreateReplica(ctx, id, &godo.DatabaseCreateReplicaRequest{
		Name: "reader", Region: "nyc3", Size: "db-s-2vcpu-4gb",
	}))
	wait("the replica is online", func() (bool, error) {
		replica, _, err := databases.GetReplica(ctx, id, "reader")
		return err == nil && replica.Status == "online", err
	})
	reportResult[[]godo.DatabaseReplica]("Databases.ListReplicas")(databases.ListReplicas(ctx, id, nil))
	response, err = databases.DeleteReplica(ctx, id, "reader")
	reportCall("Databases.DeleteReplica", response, err)

	response, err = databases.UpdateMaintenance(ctx, id, &godo.DatabaseUpdateMaintenanceRequest{Day: "thursday", Hour: "16:00"})
	reportCall("Databases.UpdateMaintenance", response, err)
	response, err = databases.Resize(ctx, id, &godo.DatabaseResizeRequest{SizeSlug: "db-s-4vcpu-8gb", NumNodes: 2})
	reportCall("Databases.Resize", response, err)
	waitOnline(client, "the bigger cluster", id)
	response, err = databases.Migrate(ctx, id, &godo.DatabaseMigrateRequest{Region: "ams3"})
	reportCall("Databases.Migrate", response, err)
	waitOnline(client, "the moved cluster", id)
	moved := reportResult[*godo.Database]("Databases.Get")(databases.Get(ctx, id))
	check("it is bigger and elsewhere", moved.RegionSlug == "ams3" && moved.NumNodes == 2 && moved.Connection.Port > 0, moved)
	useEngines(client)
	response, err = databases.Delete(ctx, id)
	reportCall("Databases.Delete", response, err)
	_, _, err = databases.Get(ctx, id)
	expectError("a deleted cluster", 404, err)
}

func useEngines(client *godo.Client) {
	databases := client.Databases
	mysql := makeDatabase(client, "mysql", "8").ID
	response, err := databases.SetSQLMode(ctx, mysql, "ANSI", "TRADITIONAL")
	reportCall("Databases.SetSQLMode", response, err)
	mode := reportResult[string]("Databases.GetSQLMode")(databases.GetSQLMode(ctx, mysql))
	check("the modes are stored", mode == "ANSI,TRADITIONAL", mode)
	settings := &godo.DatabaseMySQLUserSettings{AuthPlugin: godo.SQLAuthPluginNative}
	user := reportResult[*godo.DatabaseUser]("Databases.CreateUser of MySQL")(databases.CreateUser(ctx, mysql, &godo.DatabaseCreateUserRequest{Name: "clerk", MySQLSettings: settings}))
	check("the plugin is stored", user.MySQLSettings != nil && user.MySQLSettings.AuthPlugin == godo.SQLAuthPluginNative, user)
	redis := makeDatabase(client, "redis", "7").ID
	response, err = databases.SetEvictionPolicy(ctx, redis, godo.EvictionPolicyAllKeysLRU)
	reportCall("Databases.SetEvictionPolicy", response, err)
	policy := reportResult[string]("Databases.GetEvictionPolicy")(databases.GetEvictionPolicy(ctx, redis))
	check("the policy is stored", policy == godo.EvictionPolicyAllKeysLRU, policy)
}
