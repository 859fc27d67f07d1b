/** Every family that has behaviour of its own. What others begin from is seeded first. */
import { account } from './account.ts'
import { actions } from './actions.ts'
import { databaseOperation } from './database-operation.ts'
import { databaseReplicas } from './database-replicas.ts'
import { databaseConfig } from './database-config.ts'
import { databaseDbs } from './database-dbs.ts'
import { databaseIndexes } from './database-indexes.ts'
import { databaseLogsinks } from './database-logsinks.ts'
import { databasePools } from './database-pools.ts'
import { databaseSchemaRegistry } from './database-schema-registry.ts'
import { databaseSqlMode } from './database-sql-mode.ts'
import { databaseTopics } from './database-topics.ts'
import { databaseUsers } from './database-users.ts'
import { databases } from './databases.ts'
import { billing } from './billing.ts'
import { monitoring } from './monitoring.ts'
import { uptime } from './uptime.ts'
import { byoipPrefixes } from './byoip-prefixes.ts'
import { domainRecords } from './domain-records.ts'
import { domains } from './domains.ts'
import { dropletActions } from './droplet-actions.ts'
import { dropletsDestroy } from './droplets-destroy.ts'
import { dropletAutoscalePools } from './droplet-autoscale-pools.ts'
import { droplets } from './droplets.ts'
import type { FamilyBehavior } from './family.ts'
import { floatingIpActions } from './floating-ip-actions.ts'
import { floatingIps } from './floating-ips.ts'
import { imageActions } from './image-actions.ts'
import { images } from './images.ts'
import { kubernetes } from './kubernetes.ts'
import { kubernetesAccess } from './kubernetes-access.ts'
import { kubernetesDestroy } from './kubernetes-destroy.ts'
import { kubernetesDiagnostics } from './kubernetes-diagnostics.ts'
import { kubernetesNodePools } from './kubernetes-node-pools.ts'
import { kubernetesRegistries } from './kubernetes-registries.ts'
import { kubernetesUpgrades } from './kubernetes-upgrades.ts'
import { oneClicks } from './one-clicks.ts'
import { oauth } from './oauth.ts'
import { projectResources } from './project-resources.ts'
import { projects } from './projects.ts'
import { registries } from './registries.ts'
import { registryGarbageCollections } from './registry-garbage-collections.ts'
import { registryRepositories } from './registry-repositories.ts'
import { regions } from './regions.ts'
import { reservedIpActions } from './reserved-ip-actions.ts'
import { reservedIps } from './reserved-ips.ts'
import { reservedIpv6Actions } from './reserved-ipv6-actions.ts'
import { reservedIpv6 } from './reserved-ipv6.ts'
import { sizes } from './sizes.ts'
import { snapshots } from './snapshots.ts'
import { sshKeys } from './ssh-keys.ts'
import { tags } from './tags.ts'
import { volumeActions } from './volume-actions.ts'
import { volumeSnapshots } from './volume-snapshots.ts'
import { volumes } from './volumes.ts'
import { cdnEndpoints } from './cdn-endpoints.ts'
import { certificates } from './certificates.ts'
import { firewalls } from './firewalls.ts'
import { loadBalancers } from './load-balancers.ts'
import { nfs } from './nfs.ts'
import { nfsActions } from './nfs-actions.ts'
import { partnerNetworkConnect } from './partner-network-connect.ts'
import { spacesKeys } from './spaces-keys.ts'
import { vpcNatGateways } from './vpc-nat-gateways.ts'
import { vpcPeerings } from './vpc-peerings.ts'
import { vpcs } from './vpcs.ts'
import { agentInference } from './agent-inference.ts'
import { asyncInvoke } from './async-invoke.ts'
import { batches } from './batches.ts'
import { chat } from './chat.ts'
import { embeddings } from './embeddings.ts'
import { imageGenerations } from './image-generations.ts'
import { messages } from './messages.ts'
import { models } from './models.ts'
import { responses } from './responses.ts'
import { agents } from './agents.ts'
import { agentWorkspaces } from './agent-workspaces.ts'
import { genaiModels } from './genai-models.ts'
import { genaiOauthConnections } from './genai-oauth-connections.ts'
import { genaiProviderKeys } from './genai-provider-keys.ts'
import { indexingJobs } from './indexing-jobs.ts'
import { indexingSchedules } from './indexing-schedules.ts'
import { knowledgeBases } from './knowledge-bases.ts'
import { modelAccessKeys } from './model-access-keys.ts'
import { addOns } from './add-ons.ts'
import { customModels } from './custom-models.ts'
import { dedicatedInferences } from './dedicated-inferences.ts'
import { functions } from './functions.ts'
import { modelRouters } from './model-routers.ts'
import { organizations } from './organizations.ts'
import { security } from './security.ts'
import { vectorDatabases } from './vector-databases.ts'
import { appAlerts } from './app-alerts.ts'
import { appBuildpacks } from './app-buildpacks.ts'
import { appDeployments } from './app-deployments.ts'
import { appEvents } from './app-events.ts'
import { appJobs } from './app-jobs.ts'
import { appLogs } from './app-logs.ts'
import { appMetrics } from './app-metrics.ts'
import { appRollbacks } from './app-rollbacks.ts'
import { apps } from './apps.ts'
import { evaluations } from './evaluations.ts'
import { modelEvaluations } from './model-evaluations.ts'

export const families: readonly FamilyBehavior[] = [
  regions,
  sizes,
  images,
  account,
  projects,
  projectResources,
  oauth,
  tags,
  actions,
  droplets,
  dropletsDestroy,
  dropletActions,
  dropletAutoscalePools,
  volumes,
  volumeActions,
  volumeSnapshots,
  snapshots,
  sshKeys,
  domains,
  domainRecords,
  imageActions,
  reservedIps,
  reservedIpActions,
  floatingIps,
  floatingIpActions,
  reservedIpv6,
  reservedIpv6Actions,
  byoipPrefixes,
  databases,
  databaseConfig,
  databaseDbs,
  databaseIndexes,
  databaseLogsinks,
  databasePools,
  databaseSchemaRegistry,
  databaseSqlMode,
  databaseTopics,
  databaseUsers,
  databaseReplicas,
  databaseOperation,
  kubernetes,
  kubernetesAccess,
  kubernetesDestroy,
  kubernetesDiagnostics,
  kubernetesNodePools,
  kubernetesRegistries,
  kubernetesUpgrades,
  oneClicks,
  vpcs,
  vpcPeerings,
  vpcNatGateways,
  partnerNetworkConnect,
  certificates,
  firewalls,
  loadBalancers,
  cdnEndpoints,
  nfs,
  nfsActions,
  spacesKeys,
  registries,
  registryGarbageCollections,
  registryRepositories,
  agentInference,
  asyncInvoke,
  batches,
  chat,
  embeddings,
  imageGenerations,
  messages,
  models,
  responses,
  agents,
  agentWorkspaces,
  genaiModels,
  genaiOauthConnections,
  genaiProviderKeys,
  indexingJobs,
  indexingSchedules,
  knowledgeBases,
  modelAccessKeys,
  addOns,
  customModels,
  dedicatedInferences,
  functions,
  modelRouters,
  organizations,
  security,
  vectorDatabases,
  billing,
  monitoring,
  uptime,
  appAlerts,
  appBuildpacks,
  appDeployments,
  appEvents,
  appJobs,
  appLogs,
  appMetrics,
  appRollbacks,
  apps,
  evaluations,
  modelEvaluations,
]
