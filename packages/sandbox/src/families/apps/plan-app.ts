/** From a specification as it was sent to one that can be stored, and what storing it sets up. */
import { appRegions } from '../../catalog/app-regions.ts'
import { conflict } from '../../engine/failure.ts'
import type { World } from '../../engine/world.ts'
import { under } from '../../store/store.ts'
import { takeAddress } from '../../shared/read-vpc.ts'
import { syncAlerts } from './alerts.behavior.ts'
import { type App, type AppKey, defaultHost, stateOf } from './app-state.ts'
import { engineOfCluster, findClusterByName } from './check-references.ts'
import { checkSpec } from './check-spec.ts'
import type { AppSpec, AskedSpec, ComponentSpec } from './components.ts'
import { syncDomains } from './domains.ts'
import { echoSpec, fillSpec } from './fill-spec.ts'
import { tierOf } from './price.ts'
import { createSealer } from './secrets.ts'

/** The specification as it would be stored, for the app `key` or for a new one. @throws Failure 400 */
export function readSpec(world: World, asked: AskedSpec, key?: AppKey): AppSpec {
  const { engine } = world
  const own = key && engine.get('App', key).spec
  const earlier = key ? engine.all('AppDeployment', { parent: under(key) }).map(({ spec }) => spec) : []
  const sealer = createSealer(world, own ? [own, ...earlier] : [])
  const region = asked.region ?? own?.region ?? chooseRegion(world, asked)
  const filled = fillSpec(asked, { region, sealer, engineOf: (database) => engineFor(world, database) })
  const app = key && { id: key.id, host: defaultHost(stateOf(world, key)) }
  checkSpec(world, { asked, filled, sealer, app })
  return echoSpec(asked, filled)
}

/** Where the VPC is, if one is named. */
function chooseRegion({ engine }: World, { vpc: asked }: AskedSpec): AppSpec['region'] {
  const vpc = engine.find('Vpc', asked?.id ?? '')
  const near = vpc && appRegions.find(({ data_centers: centers }) => centers.includes(vpc.region))
  return (near ?? appRegions.find(({ default: isDefault }) => isDefault))?.slug ?? 'nyc'
}

function engineFor(world: World, { cluster_name: name }: ComponentSpec): NonNullable<ComponentSpec['engine']> {
  const cluster = name === undefined ? undefined : findClusterByName(world, name)
  return cluster ? engineOfCluster(cluster) : 'PG'
}

export function isNameTaken({ engine }: World, name: string, app?: AppKey): boolean {
  return engine.all('App', { where: [{ field: 'spec.name', equals: name }] }).some(({ id }) => id !== app?.id)
}

/** @throws Failure 409 */
export function assertNameFree(world: World, name: string, app?: AppKey): void {
  if (isNameTaken(world, name, app)) throw conflict(`spec.name: the account has an app of the name "${name}" already.`)
}

/** Makes this the app's specification, with its addresses, domains and alerts. What it brings to life, a deployment does. */
export function storeSpec(world: World, app: AppKey, stored: AppSpec): AppSpec {
  const { engine } = world
  const before = engine.get('App', app)
  const vpc = connectVpc(world, stored.vpc, before.vpc)
  const spec = vpc ? { ...stored, vpc } : stored
  const region = engine.get('AppRegion', spec.region)
  engine.change('App', app, { spec, region, vpc, tier_slug: tierOf(spec), dedicated_ips: readAddresses(world, spec, before) })
  syncDomains(world, app, spec, stateOf(world, app).active !== undefined)
  syncAlerts(world, app, spec)
  return spec
}

function readAddresses({ ids }: World, { egress }: AppSpec, { dedicated_ips: before }: App): App['dedicated_ips'] {
  if (egress?.type !== 'DEDICATED_IP') return []
  return before.length > 0 ? before : [0, 1].map(() => ({ id: ids.uuid(), ip: '', status: 'ASSIGNING' }))
}

/** An app that stays in its VPC keeps its addresses there. */
function connectVpc(world: World, asked: AppSpec['vpc'], before: AppSpec['vpc']): AppSpec['vpc'] {
  if (!asked) return undefined
  if (before?.id === asked.id) return before
  const vpc = world.engine.get('Vpc', asked.id)
  return { id: asked.id, egress_ips: [0, 1].map(() => ({ ip: takeAddress(world, vpc) })) }
}
