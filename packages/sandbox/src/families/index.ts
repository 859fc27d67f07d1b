/** Every family that has code of its own. The engine answers the operations of the others from the tables. */
import { account } from './account/behavior.ts'
import { actions } from './actions/behavior.ts'
import { addOns } from './add-ons/behavior.ts'
import { agentInference } from './agent-inference/behavior.ts'
import { agentWorkspaces } from './agent-workspaces/behavior.ts'
import { agents } from './agents/behavior.ts'
import { apps } from './apps/behavior.ts'
import { asyncInvoke } from './async-invoke/behavior.ts'
import { batches } from './batches/behavior.ts'
import { billing } from './billing/behavior.ts'
import { byoipPrefixes } from './byoip-prefixes/behavior.ts'
import { cdnEndpoints } from './cdn-endpoints/behavior.ts'
import { certificates } from './certificates/behavior.ts'
import { customModels } from './custom-models/behavior.ts'
import { databases } from './databases/behavior.ts'
import { dedicatedInferences } from './dedicated-inferences/behavior.ts'
import { domainRecords } from './domain-records/behavior.ts'
import { domains } from './domains/behavior.ts'
import { dropletActions } from './droplet-actions/behavior.ts'
import { dropletAutoscalePools } from './droplet-autoscale-pools/behavior.ts'
import { droplets } from './droplets/behavior.ts'
import { embeddings } from './embeddings/behavior.ts'
import { evaluations } from './evaluations/behavior.ts'
import type { FamilyBehavior } from './family.ts'
import { firewalls } from './firewalls/behavior.ts'
import { floatingIps } from './floating-ips/behavior.ts'
import { functions } from './functions/behavior.ts'
import { genaiModels } from './genai-models/behavior.ts'
import { genaiOauthConnections } from './genai-oauth-connections/behavior.ts'
import { genaiProviderKeys } from './genai-provider-keys/behavior.ts'
import { imageActions } from './image-actions/behavior.ts'
import { imageGenerations } from './image-generations/behavior.ts'
import { images } from './images/behavior.ts'
import { indexingJobs } from './indexing-jobs/behavior.ts'
import { indexingSchedules } from './indexing-schedules/behavior.ts'
import { knowledgeBases } from './knowledge-bases/behavior.ts'
import { kubernetes } from './kubernetes/behavior.ts'
import { loadBalancers } from './load-balancers/behavior.ts'
import { microDroplets } from './micro-droplets/behavior.ts'
import { modelAccessKeys } from './model-access-keys/behavior.ts'
import { modelEvaluations } from './model-evaluations/behavior.ts'
import { modelRouters } from './model-routers/behavior.ts'
import { models } from './models/behavior.ts'
import { monitoring } from './monitoring/behavior.ts'
import { nfs } from './nfs/behavior.ts'
import { nfsActions } from './nfs-actions/behavior.ts'
import { oauth } from './oauth/behavior.ts'
import { oneClicks } from './one-clicks/behavior.ts'
import { organizations } from './organizations/behavior.ts'
import { partnerNetworkConnect } from './partner-network-connect/behavior.ts'
import { projectResources } from './project-resources/behavior.ts'
import { projects } from './projects/behavior.ts'
import { regions } from './regions/behavior.ts'
import { registries } from './registries/behavior.ts'
import { reservedIpActions } from './reserved-ip-actions/behavior.ts'
import { reservedIps } from './reserved-ips/behavior.ts'
import { reservedIpv6 } from './reserved-ipv6/behavior.ts'
import { reservedIpv6Actions } from './reserved-ipv6-actions/behavior.ts'
import { scenarioSets } from './scenario-sets/behavior.ts'
import { secrets } from './secrets/behavior.ts'
import { security } from './security/behavior.ts'
import { simulationRuns } from './simulation-runs/behavior.ts'
import { sizes } from './sizes/behavior.ts'
import { snapshots } from './snapshots/behavior.ts'
import { spacesKeys } from './spaces-keys/behavior.ts'
import { sshKeys } from './ssh-keys/behavior.ts'
import { tags } from './tags/behavior.ts'
import { textGeneration } from './text-generation/behavior.ts'
import { uptime } from './uptime/behavior.ts'
import { vectorDatabases } from './vector-databases/behavior.ts'
import { volumeActions } from './volume-actions/behavior.ts'
import { volumeSnapshots } from './volume-snapshots/behavior.ts'
import { volumes } from './volumes/behavior.ts'
import { vpcNatGateways } from './vpc-nat-gateways/behavior.ts'
import { vpcPeerings } from './vpc-peerings/behavior.ts'
import { vpcs } from './vpcs/behavior.ts'

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
} satisfies Readonly<Record<string, FamilyBehavior>>
