/** Every family that has code of its own. The engine answers the operations of the others from the tables. */
import { account } from './account/handlers.ts'
import { actions } from './actions/handlers.ts'
import { addOns } from './add-ons/handlers.ts'
import { agentInference } from './agent-inference/handlers.ts'
import { agentWorkspaces } from './agent-workspaces/handlers.ts'
import { agents } from './agents/handlers.ts'
import { apps } from './apps/handlers.ts'
import { asyncInvoke } from './async-invoke/handlers.ts'
import { batches } from './batches/handlers.ts'
import { billing } from './billing/handlers.ts'
import { byoipPrefixes } from './byoip-prefixes/handlers.ts'
import { cdnEndpoints } from './cdn-endpoints/handlers.ts'
import { certificates } from './certificates/handlers.ts'
import { customModels } from './custom-models/handlers.ts'
import { databases } from './databases/handlers.ts'
import { dedicatedInferences } from './dedicated-inferences/handlers.ts'
import { domainRecords } from './domain-records/handlers.ts'
import { domains } from './domains/handlers.ts'
import { dropletActions } from './droplet-actions/handlers.ts'
import { dropletAutoscalePools } from './droplet-autoscale-pools/handlers.ts'
import { droplets } from './droplets/handlers.ts'
import { embeddings } from './embeddings/handlers.ts'
import { evaluations } from './evaluations/handlers.ts'
import type { Family } from './family.ts'
import { firewalls } from './firewalls/handlers.ts'
import { floatingIps } from './floating-ips/handlers.ts'
import { functions } from './functions/handlers.ts'
import { genaiModels } from './genai-models/handlers.ts'
import { genaiOauthConnections } from './genai-oauth-connections/handlers.ts'
import { genaiProviderKeys } from './genai-provider-keys/handlers.ts'
import { imageActions } from './image-actions/handlers.ts'
import { imageGenerations } from './image-generations/handlers.ts'
import { images } from './images/handlers.ts'
import { indexingJobs } from './indexing-jobs/handlers.ts'
import { indexingSchedules } from './indexing-schedules/handlers.ts'
import { knowledgeBases } from './knowledge-bases/handlers.ts'
import { kubernetes } from './kubernetes/handlers.ts'
import { loadBalancers } from './load-balancers/handlers.ts'
import { microDroplets } from './micro-droplets/handlers.ts'
import { modelAccessKeys } from './model-access-keys/handlers.ts'
import { modelEvaluations } from './model-evaluations/handlers.ts'
import { modelRouters } from './model-routers/handlers.ts'
import { models } from './models/handlers.ts'
import { monitoring } from './monitoring/handlers.ts'
import { nfs } from './nfs/handlers.ts'
import { nfsActions } from './nfs-actions/handlers.ts'
import { oauth } from './oauth/handlers.ts'
import { oneClicks } from './one-clicks/handlers.ts'
import { organizations } from './organizations/handlers.ts'
import { partnerNetworkConnect } from './partner-network-connect/handlers.ts'
import { projectResources } from './project-resources/handlers.ts'
import { projects } from './projects/handlers.ts'
import { regions } from './regions/handlers.ts'
import { registries } from './registries/handlers.ts'
import { reservedIpActions } from './reserved-ip-actions/handlers.ts'
import { reservedIps } from './reserved-ips/handlers.ts'
import { reservedIpv6 } from './reserved-ipv6/handlers.ts'
import { reservedIpv6Actions } from './reserved-ipv6-actions/handlers.ts'
import { scenarioSets } from './scenario-sets/handlers.ts'
import { secrets } from './secrets/handlers.ts'
import { security } from './security/handlers.ts'
import { simulationRuns } from './simulation-runs/handlers.ts'
import { sizes } from './sizes/handlers.ts'
import { snapshots } from './snapshots/handlers.ts'
import { spacesKeys } from './spaces-keys/handlers.ts'
import { sshKeys } from './ssh-keys/handlers.ts'
import { tags } from './tags/handlers.ts'
import { textGeneration } from './text-generation/handlers.ts'
import { uptime } from './uptime/handlers.ts'
import { vectorDatabases } from './vector-databases/handlers.ts'
import { volumeActions } from './volume-actions/handlers.ts'
import { volumeSnapshots } from './volume-snapshots/handlers.ts'
import { volumes } from './volumes/handlers.ts'
import { vpcNatGateways } from './vpc-nat-gateways/handlers.ts'
import { vpcPeerings } from './vpc-peerings/handlers.ts'
import { vpcs } from './vpcs/handlers.ts'

export const families = {
  account,
  actions,
  'add-ons': addOns,
  'agent-inference': agentInference,
  'agent-workspaces': agentWorkspaces,
  agents,
  apps,
  'async-invoke': asyncInvoke,
  batches,
  billing,
  'byoip-prefixes': byoipPrefixes,
  'cdn-endpoints': cdnEndpoints,
  certificates,
  'custom-models': customModels,
  databases,
  'dedicated-inferences': dedicatedInferences,
  'domain-records': domainRecords,
  domains,
  'droplet-actions': dropletActions,
  'droplet-autoscale-pools': dropletAutoscalePools,
  droplets,
  embeddings,
  evaluations,
  firewalls,
  'floating-ips': floatingIps,
  functions,
  'genai-models': genaiModels,
  'genai-oauth-connections': genaiOauthConnections,
  'genai-provider-keys': genaiProviderKeys,
  'image-actions': imageActions,
  'image-generations': imageGenerations,
  images,
  'indexing-jobs': indexingJobs,
  'indexing-schedules': indexingSchedules,
  'knowledge-bases': knowledgeBases,
  kubernetes,
  'load-balancers': loadBalancers,
  'micro-droplets': microDroplets,
  'model-access-keys': modelAccessKeys,
  'model-evaluations': modelEvaluations,
  'model-routers': modelRouters,
  models,
  monitoring,
  nfs,
  'nfs-actions': nfsActions,
  oauth,
  'one-clicks': oneClicks,
  organizations,
  'partner-network-connect': partnerNetworkConnect,
  'project-resources': projectResources,
  projects,
  regions,
  registries,
  'reserved-ip-actions': reservedIpActions,
  'reserved-ips': reservedIps,
  'reserved-ipv6': reservedIpv6,
  'reserved-ipv6-actions': reservedIpv6Actions,
  'scenario-sets': scenarioSets,
  secrets,
  security,
  'simulation-runs': simulationRuns,
  sizes,
  snapshots,
  'spaces-keys': spacesKeys,
  'ssh-keys': sshKeys,
  tags,
  'text-generation': textGeneration,
  uptime,
  'vector-databases': vectorDatabases,
  'volume-actions': volumeActions,
  'volume-snapshots': volumeSnapshots,
  volumes,
  'vpc-nat-gateways': vpcNatGateways,
  'vpc-peerings': vpcPeerings,
  vpcs,
} satisfies Readonly<Record<string, Family>>
