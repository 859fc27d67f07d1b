/** From a specification as it was sent to one that can be stored, and what storing it sets up. */
import { appRegions } from '../../catalogue/app-regions.ts'
import { conflict } from '../../engine/failure.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { takeAddress } from '../../shared/read-vpc.ts'
import { syncAlerts } from './alerts.ts'
import { type AppState, defaultHost, stateOf } from './app-state.ts'
import { engineOfCluster, findClusterByName } from './check-references.ts'
import { checkSpec } from './check-spec.ts'
import { listOf, recordOf } from './components.ts'
import { syncDomains } from './domains.ts'
import { echoSpec } from './echo-spec.ts'
import { fillSpec } from './fill-spec.ts'
import { tierOf } from './price.ts'
import { createSealer } from './secrets.ts'

/** The specification as it would be stored, for the app `key` or for a new one. @throws Failure 400 */
export function readSpec(world: World, asked: Value, key?: Key): Value {
  const present = key && world.engine.get(key)
  const own = present && (present['spec'] as Value)
  const earlier = key ? world.engine.all({ kind: 'AppDeployment', parent: under(key) }).map(({ spec }) => spec as Value) : []
  const sealer = createSealer(world, own ? [own, ...earlier] : [])
  const region = String(asked['region'] ?? own?.['region'] ?? chooseRegion(world, asked))
  const filled = fillSpec(asked, { region, sealer, engineOf: (database) => engineFor(world, database) })
  const app = key && own && { id: key.id, host: defaultHost(stateOf(world, key)), region: String(own['region']) }
  checkSpec(world, { asked, filled, sealer, app })
  return echoSpec(asked, filled)
}

/** Where the VPC is, if one is named. */
function chooseRegion({ engine }: World, asked: Value): string {
  const vpc = engine.find({ kind: 'Vpc', id: String(recordOf(asked, 'vpc')?.['id']) })
  const near = vpc && appRegions.find(({ data_centers: centers }) => centers.includes(String(vpc['region'])))
  return (near ?? appRegions.find(({ default: isDefault }) => isDefault))?.slug ?? 'nyc'
}

function engineFor(world: World, { cluster_name: name }: Value): string {
  const cluster = typeof name === 'string' ? findClusterByName(world, name) : undefined
  return cluster ? engineOfCluster(cluster) : 'PG'
}

export function isNameTaken({ engine }: World, name: unknown, app?: Key): boolean {
  return engine.all({ kind: 'App', where: [{ field: 'spec.name', equals: String(name) }] }).some(({ id }) => id !== app?.id)
}

/** @throws Failure 409 */
export function assertNameFree(world: World, name: unknown, app?: Key): void {
  if (isNameTaken(world, name, app)) throw conflict(`spec.name: the account has an app of the name "${String(name)}" already.`)
}

/** Makes this the app's specification, with its addresses, domains and alerts. What it brings to life, a deployment does. */
export function storeSpec(world: World, app: Key, stored: Value): Value {
  const { engine, ids } = world
  const before = engine.get(app)
  const vpc = connectVpc(world, recordOf(stored, 'vpc'), recordOf(before, 'vpc'))
  const spec = vpc ? { ...stored, vpc } : stored
  const wantsAddresses = recordOf(spec, 'egress')?.['type'] === 'DEDICATED_IP'
  const addresses = listOf(before, 'dedicated_ips')
  engine.change(app, {
    spec,
    vpc,
    tier_slug: tierOf(spec),
    dedicated_ips: wantsAddresses
      ? addresses.length > 0
        ? addresses
        : [0, 1].map(() => ({ id: ids.uuid(), ip: '', status: 'ASSIGNING' }))
      : [],
  })
  const state: AppState = stateOf(world, app)
  syncDomains(world, app, spec, state.active !== undefined)
  syncAlerts(world, app, spec)
  return spec
}

/** An app that stays in its VPC keeps its addresses there. */
function connectVpc(world: World, asked: Value | undefined, before: Value | undefined): Value | undefined {
  if (!asked) return undefined
  if (before?.['id'] === asked['id']) return before
  const vpc = world.engine.get({ kind: 'Vpc', id: String(asked['id']) })
  return { id: asked['id'], egress_ips: [0, 1].map(() => ({ ip: takeAddress(world, vpc) })) }
}
