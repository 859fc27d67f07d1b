/** Apps: made from a specification, changed by sending another, deleted. What becomes of a specification is the matter of its deployments. */
import { appInstanceSizes } from '../../catalogue/app-instance-sizes.ts'
import { appRegions } from '../../catalogue/app-regions.ts'
import type { Behavior } from '../../engine/call.ts'
import { Failure, notFound, preconditionFailed } from '../../engine/failure.ts'
import { readPage, replyPage } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import { appKey, assertNotPinned, defaultHost, findActive, openApp, refreshApp, stateOf } from './app-state.ts'
import { beginScaling, finishScaling, scale } from './autoscaling.ts'
import { findComponent, runningKinds } from './components.ts'
import { deploy } from './deployments.ts'
import { shortName } from './digest.ts'
import { activateDomain, configureDomain, dropRecords, showDomains } from './domains.ts'
import { refuseSpec } from './findings.ts'
import { assertNameFree, isNameTaken, readSpec, storeSpec } from './plan-app.ts'
import { costOf, countStaticApps, isStatic } from './price.ts'
import { dropDatabaseRules } from '../databases/index.ts'
import { type FamilyBehavior, joinParts } from '../family.ts'
import { appAlerts } from './alerts.behavior.ts'
import { appBuildpacks } from './buildpacks.behavior.ts'
import { appDeployments } from './deployments.behavior.ts'
import { appEvents } from './events.behavior.ts'
import { appJobs } from './jobs.behavior.ts'
import { appLogs } from './logs.behavior.ts'
import { appMetrics } from './metrics.behavior.ts'
import { appRollbacks } from './rollbacks.behavior.ts'
import { fileUnder, forgetPlace, projectIdOf } from '../../shared/project-urns.ts'

const urnOf = ({ id }: Key) => `do:app:${id}`

/** The project can change behind the app's back. */
function describe(world: World, app: Value, { withProject = true } = {}): Value {
  const { id, owner_uuid: owner, ...rest } = app
  const project = withProject ? { project_id: projectIdOf(world, `do:app:${String(id)}`) } : {}
  return { id, owner_uuid: owner, ...project, ...rest, domains: showDomains(app, world.clock.now()) }
}

const reply = (world: World, app: Value) => ({ body: JSON.stringify({ app: describe(world, app) }) })

const list: Behavior = (call, world) => {
  const { texts, total } = world.engine.list({ kind: 'App', order: 'newest', page: readPage(call) })
  const withProject = String(call.query['with_projects']) === 'true'
  const apps = (JSON.parse(`[${texts}]`) as Value[]).map((app) => JSON.stringify(describe(world, app, { withProject })))
  return replyPage(call, 'apps', { texts: apps.join(','), total })
}

const get: Behavior = (call, world) => {
  const app = world.engine.get(openApp(call, world))
  const { name } = call.query
  if (name !== undefined && name !== '' && name !== (app['spec'] as Value)['name']) throw notFound()
  return reply(world, app)
}

const create: Behavior = (call, world) => {
  const { engine, ids, owner } = world
  const { spec: asked, project_id: project } = readBody(call)
  const spec = readSpec(world, asked as Value)
  assertNameFree(world, spec['name'])
  if (typeof project === 'string' && project !== '' && !engine.find({ kind: 'Project', id: project }))
    throw new Failure(404, `project_id: there is no project "${project}".`)
  const id = ids.uuid()
  const key = appKey(id)
  const label = `${String(spec['name'])}-${shortName(5, 'app', id)}`
  engine.create('App', { owner_uuid: owner.uuid, spec, region: spec['region'] }, { id, hidden: { label } })
  fileUnder(world, urnOf(key), project)
  deploy(world, key, { cause: 'initial deployment', type: 'MANUAL', spec: storeSpec(world, key, spec) })
  return reply(world, refreshApp(world, key))
}

const update: Behavior = (call, world) => {
  const key = openApp(call, world)
  assertNotPinned(world, key)
  const spec = readSpec(world, readBody(call)['spec'] as Value, key)
  assertNameFree(world, spec['name'], key)
  deploy(world, key, { cause: 'app spec updated', type: 'MANUAL', spec: storeSpec(world, key, spec) })
  return reply(world, refreshApp(world, key))
}

const remove: Behavior = (call, world) => {
  const key = openApp(call, world)
  dropRecords(world, key)
  world.engine.remove(key)
  forgetPlace(world, urnOf(key))
  dropDatabaseRules(world, 'app', key.id)
  return { body: JSON.stringify({ id: key.id }) }
}

const restart: Behavior = (call, world) => {
  const key = openApp(call, world)
  assertNotPinned(world, key)
  const active = findActive(world, key)
  if (!active) throw preconditionFailed('Nothing runs that could be restarted: no deployment of the app is live.')
  const names = (readBody(call)['components'] ?? []) as readonly string[]
  const spec = active['spec'] as Value
  const missing = names.find((name) => !findComponent(spec, name, runningKinds))
  if (missing !== undefined) throw new Failure(404, `components: no service or worker "${missing}" runs in this app.`)
  const cause = names.length > 0 ? `app restart: ${names.join(', ')}` : 'app restart'
  const deployment = deploy(world, key, { cause, type: 'MANUAL', spec, source: active, ...(names.length > 0 && { only: names }) })
  return { body: JSON.stringify({ deployment }) }
}

/** Changes nothing. */
const propose: Behavior = (call, world) => {
  const { spec: asked, app_id: id } = readBody(call)
  const app = typeof id === 'string' && id !== '' ? appKey(id) : undefined
  if (app && !world.engine.find(app)) throw new Failure(404, `app_id: there is no app "${app.id}".`)
  const spec = readSpec(world, asked as Value, app)
  const isTaken = isNameTaken(world, spec['name'], app)
  const proposal = {
    spec,
    app_cost: costOf(spec, countStaticApps(world, app?.id)),
    app_is_static: isStatic(spec),
    app_name_available: !isTaken,
    ...(isTaken && { app_name_suggestion: suggestName(world, String(spec['name'])) }),
    existing_static_apps: String(countStaticApps(world)),
  }
  return { body: JSON.stringify(proposal) }
}

function suggestName(world: World, name: string): string {
  let n = 2
  const suggest = () => `${name.slice(0, 31 - String(n).length).replace(/-+$/, '')}-${n}`
  while (isNameTaken(world, suggest())) n += 1
  return suggest()
}

interface DomainDue {
  readonly app: string
  readonly domain: string
}

/** Due: a name is made to lead to the app. */
function beginDomain({ app: id, domain }: DomainDue, world: World): void {
  const app = appKey(id)
  if (world.engine.find(app) && configureDomain(world, app, domain, defaultHost(stateOf(world, app)))) refreshApp(world, app)
}

/** Due: its certificate is there. */
function finishDomain({ app: id, domain }: DomainDue, world: World): void {
  const app = appKey(id)
  if (activateDomain(world, app, domain)) refreshApp(world, app)
}

const own: FamilyBehavior = {
  operations: {
    apps_list: list,
    apps_get: get,
    apps_create: create,
    apps_update: update,
    apps_delete: remove,
    apps_restart: restart,
    apps_validate_spec: propose,
  },
  refusals: { apps_create: refuseSpec, apps_update: refuseSpec, apps_validate_spec: refuseSpec },
  due: {
    'apps.beginDomain': beginDomain,
    'apps.finishDomain': finishDomain,
    'apps.scale': scale,
    'apps.beginScaling': beginScaling,
    'apps.finishScaling': finishScaling,
  },
  seed: ({ engine }) => {
    // The engine lists the newest first, and catalogues in their own order.
    for (const region of appRegions.toReversed()) engine.create('AppRegion', { ...region })
    for (const size of appInstanceSizes.toReversed()) engine.create('AppInstanceSize', { ...size })
  },
}

export const apps = joinParts(own, appAlerts, appBuildpacks, appDeployments, appEvents, appJobs, appLogs, appMetrics, appRollbacks)
