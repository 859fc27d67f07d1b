/** App specs: parses the spec of a request and stores it, with its addresses, domains and alerts. */
import { appRegions } from '../../catalog/app-regions.ts'
import { conflict } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { childPath } from '../../store/store.ts'
import { allocateAddress } from '../../shared/vpcs.ts'
import { syncAlerts } from './alerts.ts'
import { type App, type AppKey, formatDefaultHost, getAppState } from './app-state.ts'
import { getClusterEngine, findClusterByName } from './spec-references.ts'
import { checkSpec } from './spec-validation.ts'
import type { AppSpec, SpecInput, ComponentSpec } from './components.ts'
import { syncDomains } from './domains.ts'
import { formatStoredSpec } from './stored-spec.ts'
import { getTier } from './price.ts'
import { createEncryptor } from './secrets.ts'

/** Returns the spec to store for the app `key` or for a new app. @throws Failure 400 */
export function parseSpec(ctx: AccountContext, input: SpecInput, key?: AppKey): AppSpec {
  const { engine } = ctx
  const currentSpec = key && engine.get('App', key).spec
  const deployedSpecs = key ? engine.list('AppDeployment', { parent: childPath(key) }).map(({ spec }) => spec) : []
  const encryptor = createEncryptor(ctx, currentSpec ? [currentSpec, ...deployedSpecs] : [])
  const region = input.region ?? currentSpec?.region ?? chooseRegion(ctx, input)
  const spec = formatStoredSpec(input, { region, encryptor, findEngine: (database) => findEngine(ctx, database) })
  const app = key && { id: key.id, host: formatDefaultHost(getAppState(ctx, key)) }
  checkSpec(ctx, { input, spec, encryptor, app })
  return spec
}

/** Returns the region of the VPC, or the default. */
function chooseRegion({ engine }: AccountContext, { vpc: input }: SpecInput): AppSpec['region'] {
  const vpc = engine.find('Vpc', input?.id ?? '')
  const nearestRegion = vpc && appRegions.find(({ data_centers: centers }) => centers.includes(vpc.region))
  return (nearestRegion ?? appRegions.find(({ default: isDefault }) => isDefault))?.slug ?? 'nyc'
}

function findEngine(ctx: AccountContext, { cluster_name: name }: ComponentSpec): NonNullable<ComponentSpec['engine']> {
  const cluster = name === undefined ? undefined : findClusterByName(ctx, name)
  return cluster ? getClusterEngine(cluster) : 'PG'
}

export function isNameTaken({ engine }: AccountContext, name: string, app?: AppKey): boolean {
  return engine.list('App', { where: [{ field: 'spec.name', equals: name }] }).some(({ id }) => id !== app?.id)
}

/** @throws Failure 409 */
export function assertNameFree(ctx: AccountContext, name: string, app?: AppKey): void {
  if (isNameTaken(ctx, name, app)) throw conflict(`spec.name: the account already has an app named "${name}".`)
}

/** Stores the spec, and updates addresses, domains and alerts. Does not deploy. */
export function storeSpec(ctx: AccountContext, app: AppKey, stored: AppSpec): AppSpec {
  const { engine } = ctx
  const before = engine.get('App', app)
  const vpc = connectVpc(ctx, stored.vpc, before.vpc)
  const spec = vpc ? { ...stored, vpc } : stored
  const region = engine.get('AppRegion', spec.region)
  engine.setFields('App', app, { spec, region, vpc, tier_slug: getTier(spec), dedicated_ips: buildDedicatedIps(ctx, spec, before) })
  syncDomains(ctx, app, spec, getAppState(ctx, app).active !== undefined)
  syncAlerts(ctx, app, spec)
  return spec
}

function buildDedicatedIps({ ids }: AccountContext, { egress }: AppSpec, { dedicated_ips: before }: App): App['dedicated_ips'] {
  if (egress?.type !== 'DEDICATED_IP') return []
  return before.length > 0 ? before : [0, 1].map(() => ({ id: ids.uuid(), ip: '', status: 'ASSIGNING' }))
}

/** Keeps the addresses of an app that stays in its VPC. */
function connectVpc(ctx: AccountContext, input: AppSpec['vpc'], before: AppSpec['vpc']): AppSpec['vpc'] {
  if (!input) return undefined
  if (before?.id === input.id) return before
  const vpc = ctx.engine.get('Vpc', input.id)
  return { id: input.id, egress_ips: [0, 1].map(() => ({ ip: allocateAddress(ctx, vpc) })) }
}
