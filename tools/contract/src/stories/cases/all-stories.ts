/** Every story, in the order in which they are run. */
import type { Story } from '../story.ts'
import { catalog } from './catalog.ts'
import { accounts } from './accounts.ts'
import { oauth } from './oauth.ts'
import { pages } from './pages.ts'
import { droplets } from './droplets.ts'
import { copies } from './copies.ts'
import { autoscalePools } from './autoscale-pools.ts'
import { microDroplets } from './micro-droplets.ts'
import { volumes } from './volumes.ts'
import { images } from './images.ts'
import { domains } from './domains.ts'
import { reservedIps } from './reserved-ips.ts'
import { ownAddresses } from './own-addresses.ts'
import { firewalls } from './firewalls.ts'
import { loadBalancers } from './load-balancers.ts'
import { vpcs } from './vpcs.ts'
import { gateways } from './gateways.ts'
import { databases } from './databases.ts'
import { engines } from './engines.ts'
import { replicas } from './replicas.ts'
import { kafka } from './kafka.ts'
import { vectorDatabases } from './vector-databases.ts'
import { kubernetes } from './kubernetes.ts'
import { registries } from './registries.ts'
import { apps } from './apps.ts'
import { appDatabases } from './app-databases.ts'
import { projects } from './projects.ts'
import { tags } from './tags.ts'
import { keys } from './keys.ts'
import { certificates } from './certificates.ts'
import { monitoring } from './monitoring.ts'
import { uptime } from './uptime.ts'
import { security } from './security.ts'
import { secrets } from './secrets.ts'
import { functions } from './functions.ts'
import { nfs } from './nfs.ts'
import { addOns } from './add-ons.ts'
import { billing } from './billing.ts'
import { agents } from './agents.ts'
import { agentParts } from './agent-parts.ts'
import { knowledgeBases } from './knowledge-bases.ts'
import { customModels } from './custom-models.ts'
import { evaluations } from './evaluations.ts'
import { scenarios } from './scenarios.ts'
import { simulations } from './simulations.ts'
import { dedicatedInference } from './dedicated-inference.ts'
import { modelKeys } from './model-keys.ts'
import { inference } from './inference.ts'
import { batches } from './batches.ts'
import { tools } from './tools.ts'

export const allStories: readonly Story[] = [
  catalog,
  accounts,
  oauth,
  pages,
  droplets,
  copies,
  autoscalePools,
  microDroplets,
  volumes,
  images,
  domains,
  reservedIps,
  ownAddresses,
  firewalls,
  loadBalancers,
  vpcs,
  gateways,
  databases,
  engines,
  replicas,
  kafka,
  vectorDatabases,
  kubernetes,
  registries,
  apps,
  appDatabases,
  projects,
  tags,
  keys,
  certificates,
  monitoring,
  uptime,
  security,
  secrets,
  functions,
  nfs,
  addOns,
  billing,
  agents,
  agentParts,
  knowledgeBases,
  customModels,
  evaluations,
  scenarios,
  simulations,
  dedicatedInference,
  modelKeys,
  inference,
  batches,
  tools,
]
