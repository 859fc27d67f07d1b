import { appInstanceSizes } from '../../catalog/app-instance-sizes.ts'
import { appRegions } from '../../catalog/app-regions.ts'
import { appTiers } from '../../catalog/app-tiers.ts'
import type { Handler } from '../../engine/call.ts'
import { Failure, notFound, preconditionFailed } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { appKey, assertNotPinned, formatDefaultHost, findActiveDeployment, requireApp, refreshApp, getAppState } from './app-state.ts'
import { findComponent, runningKinds } from './components.ts'
import { createDeployment } from './deployments.ts'
import { activateDomain, configureDomain, type DomainJob } from './domains.ts'
import { hashName } from './hashed-values.ts'
import { assertNameFree, isNameTaken, parseSpec, storeSpec } from './app-spec.ts'
import { calculateMonthlyCost, countStaticApps, isStatic } from './price.ts'
import { formatSpecFailure } from './spec-report.ts'
import { assignToProject } from '../../shared/project-urns.ts'
import type { Catalog, ErrorMappers, Handlers, Jobs } from '../family.ts'

const create: Handler<'apps_create'> = ({ body }, ctx) => {
  const { engine, owner } = ctx
  const { project_id: project } = body
  const spec = parseSpec(ctx, body.spec)
  assertNameFree(ctx, spec.name)
  const id = engine.createId('App')
  const key = appKey(id)
  const label = `${spec.name}-${hashName(5, 'app', id)}`
  engine.create(
    'App',
    { domains: [], tier_slug: '', dedicated_ips: [], owner_uuid: owner.uuid, spec, region: spec.region },
    { id, hidden: { label } },
  )
  assignToProject(ctx, `do:app:${id}`, project)
  createDeployment(ctx, key, { cause: 'initial deployment', type: 'MANUAL', spec: storeSpec(ctx, key, spec) })
  return { app: engine.serialize('App', id, refreshApp(ctx, key)) }
}

const get: Handler<'apps_get'> = ({ path: { id }, query: { name } }, { engine }) => {
  const app = engine.get('App', id)
  if (name && name !== app.spec.name) throw notFound()
  return { app: engine.serialize('App', id, app) }
}

const restart: Handler<'apps_restart'> = ({ path, body }, ctx) => {
  const key = requireApp(path.app_id, ctx)
  assertNotPinned(ctx, key)
  const active = findActiveDeployment(ctx, key)
  if (!active) throw preconditionFailed('Nothing can be restarted: no deployment of the app is active.')
  const { spec } = active
  const names = body?.components ?? []
  const missing = names.find((name) => !findComponent(spec, name, runningKinds))
  if (missing !== undefined) throw new Failure(404, `components: service or worker "${missing}" not found in this app.`)
  const cause = names.length > 0 ? `app restart: ${names.join(', ')}` : 'app restart'
  return {
    deployment: createDeployment(ctx, key, { cause, type: 'MANUAL', spec, source: active, ...(names.length > 0 && { only: names }) }),
  }
}

const proposeApp: Handler<'apps_propose'> = ({ body: { spec: input, app_id: id } }, ctx) => {
  const app = id ? appKey(id) : undefined
  const spec = parseSpec(ctx, input, app)
  const isTaken = isNameTaken(ctx, spec.name, app)
  return {
    spec,
    app_cost: calculateMonthlyCost(spec, countStaticApps(ctx, app?.id)),
    app_is_static: isStatic(spec),
    app_name_available: !isTaken,
    ...(isTaken && { app_name_suggestion: suggestName(ctx, spec.name) }),
    existing_static_apps: String(countStaticApps(ctx)),
  }
}

function suggestName(ctx: AccountContext, name: string): string {
  let n = 2
  const suggest = () => `${name.slice(0, 31 - String(n).length).replace(/-+$/, '')}-${n}`
  while (isNameTaken(ctx, suggest())) n += 1
  return suggest()
}

function startDomain({ app: id, domain }: DomainJob, ctx: AccountContext): void {
  const app = appKey(id)
  if (ctx.engine.find('App', app) && configureDomain(ctx, app, domain, formatDefaultHost(getAppState(ctx, app)))) refreshApp(ctx, app)
}

function finishDomain({ app: id, domain }: DomainJob, ctx: AccountContext): void {
  const app = appKey(id)
  if (activateDomain(ctx, app, domain)) refreshApp(ctx, app)
}

export const handlers = {
  apps_create: create,
  apps_get: get,
  apps_restart: restart,
  apps_propose: proposeApp,
} satisfies Handlers

export const errorMappers: ErrorMappers = {
  apps_create: formatSpecFailure,
  apps_update: formatSpecFailure,
  apps_propose: formatSpecFailure,
}

export const jobs: Jobs = {
  'apps.beginDomain': startDomain,
  'apps.finishDomain': finishDomain,
}

export const catalog: Catalog = (engine) => {
  // The engine lists the newest first; the reversal keeps the order of the catalog.
  for (const region of appRegions.toReversed()) engine.create('AppRegion', region)
  for (const size of appInstanceSizes.toReversed()) engine.create('AppInstanceSize', size)
  for (const tier of appTiers.toReversed()) engine.create('AppTier', tier)
}
