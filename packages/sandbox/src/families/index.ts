/** All families. The engine answers operations without a handler from the tables. */
import type { ControlHandlers, InferenceHandlers, OauthHandlers } from '../generated/handlers.ts'
import { account } from './account/index.ts'
import { actions } from './actions/index.ts'
import { addOns } from './add-ons/index.ts'
import { agentInference } from './agent-inference/index.ts'
import { agentWorkspaces } from './agent-workspaces/index.ts'
import { agents } from './agents/index.ts'
import { apps } from './apps/index.ts'
import { asyncInvoke } from './async-invoke/index.ts'
import { batches } from './batches/index.ts'
import { billing } from './billing/index.ts'
import { byoipPrefixes } from './byoip-prefixes/index.ts'
import { cdnEndpoints } from './cdn-endpoints/index.ts'
import { certificates } from './certificates/index.ts'
import { customModels } from './custom-models/index.ts'
import { databases } from './databases/index.ts'
import { dedicatedInferences } from './dedicated-inferences/index.ts'
import { domainRecords } from './domain-records/index.ts'
import { domains } from './domains/index.ts'
import { dropletActions } from './droplet-actions/index.ts'
import { dropletAutoscalePools } from './droplet-autoscale-pools/index.ts'
import { droplets } from './droplets/index.ts'
import { embeddings } from './embeddings/index.ts'
import { evaluations } from './evaluations/index.ts'
import type { Family } from './family.ts'
import { firewalls } from './firewalls/index.ts'
import { functions } from './functions/index.ts'
import { genaiModels } from './genai-models/index.ts'
import { genaiOauthConnections } from './genai-oauth-connections/index.ts'
import { genaiProviderKeys } from './genai-provider-keys/index.ts'
import { imageActions } from './image-actions/index.ts'
import { imageGenerations } from './image-generations/index.ts'
import { images } from './images/index.ts'
import { indexingJobs } from './indexing-jobs/index.ts'
import { indexingSchedules } from './indexing-schedules/index.ts'
import { knowledgeBases } from './knowledge-bases/index.ts'
import { kubernetes } from './kubernetes/index.ts'
import { loadBalancers } from './load-balancers/index.ts'
import { microDroplets } from './micro-droplets/index.ts'
import { modelAccessKeys } from './model-access-keys/index.ts'
import { modelEvaluations } from './model-evaluations/index.ts'
import { modelRouters } from './model-routers/index.ts'
import { models } from './models/index.ts'
import { monitoring } from './monitoring/index.ts'
import { nfs } from './nfs/index.ts'
import { nfsActions } from './nfs-actions/index.ts'
import { oauth } from './oauth/index.ts'
import { oneClicks } from './one-clicks/index.ts'
import { organizations } from './organizations/index.ts'
import { partnerNetworkConnect } from './partner-network-connect/index.ts'
import { projectResources } from './project-resources/index.ts'
import { projects } from './projects/index.ts'
import { regions } from './regions/index.ts'
import { registries } from './registries/index.ts'
import { reservedIpActions } from './reserved-ip-actions/index.ts'
import { reservedIps } from './reserved-ips/index.ts'
import { reservedIpv6 } from './reserved-ipv6/index.ts'
import { reservedIpv6Actions } from './reserved-ipv6-actions/index.ts'
import { scenarioSets } from './scenario-sets/index.ts'
import { secrets } from './secrets/index.ts'
import { security } from './security/index.ts'
import { simulationRuns } from './simulation-runs/index.ts'
import { sizes } from './sizes/index.ts'
import { snapshots } from './snapshots/index.ts'
import { spacesKeys } from './spaces-keys/index.ts'
import { sshKeys } from './ssh-keys/index.ts'
import { tags } from './tags/index.ts'
import { textGeneration } from './text-generation/index.ts'
import { uptime } from './uptime/index.ts'
import { vectorDatabases } from './vector-databases/index.ts'
import { volumeActions } from './volume-actions/index.ts'
import { volumeSnapshots } from './volume-snapshots/index.ts'
import { volumes } from './volumes/index.ts'
import { vpcNatGateways } from './vpc-nat-gateways/index.ts'
import { vpcPeerings } from './vpc-peerings/index.ts'
import { vpcs } from './vpcs/index.ts'

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

type Tables = NonNullable<(typeof families)[keyof typeof families]['handlers']>
type KeyOfAny<Table> = Table extends unknown ? keyof Table : never
type RequiredKey<Table> = { [Id in keyof Table]-?: Record<never, never> extends Pick<Table, Id> ? never : Id }[keyof Table]

/** Fails to compile, and names the operations, if no family here has the handlers of a family of the specification. */
void ({} satisfies Record<Exclude<RequiredKey<ControlHandlers & InferenceHandlers & OauthHandlers>, KeyOfAny<Tables>>, never>)
