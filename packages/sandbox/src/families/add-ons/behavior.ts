/** Apps of other companies. What they are provided with, and when they refuse, follows from what was answered at booking. */
import { addOnApps, type AddOnAppEntry, type AddOnPlanEntry } from '../../catalogue/add-ons.ts'
import type { Behavior } from '../../engine/call.ts'
import { conflict, notFound, unprocessable } from '../../engine/failure.ts'
import { openKey, readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import type { FamilyBehavior } from '../family.ts'
import { later } from '../../shared/later.ts'

const keyOf = (id: unknown): Key => ({ kind: 'AddOn', id: String(id) })
const seconds = { provisioning: 2, provisioned: 15, deprovisioned: 5 } as const

const listApps: Behavior = () => {
  const apps = addOnApps.map(({ slug, host, plans }) => ({
    app_slug: slug,
    tos: `https://${host}/terms`,
    eula: `https://${host}/licence`,
    plans,
  }))
  return { body: JSON.stringify({ apps }) }
}

const listQuestions: Behavior = (call) => {
  const app = addOnApps.find(({ slug }) => slug === call.path['app_slug'])
  if (!app) throw notFound()
  const metadata = app.questions.map(({ id, name, display_name, description, type, options }) => ({
    id,
    name,
    display_name,
    description,
    type,
    options,
  }))
  return { body: JSON.stringify({ metadata }) }
}

const create: Behavior = (call, world) => {
  const { engine } = world
  const body = readBody(call)
  const app = addOnApps.find(({ slug }) => slug === body['app_slug'])
  if (!app) throw unprocessable(`app_slug: there is no app "${String(body['app_slug'])}".`)
  const plan = findPlan(app, body['plan_slug'])
  const metadata = readAnswers(app, body['metadata'] as readonly Value[]) // the schema requires the list
  const { linked_droplet_id: droplet, fleet_uuid: project } = body
  if (droplet !== undefined) {
    if (!app.linksDroplets) throw unprocessable(`linked_droplet_id: ${app.name} does not work on a droplet.`)
    if (!engine.find({ kind: 'Droplet', id: String(droplet) }))
      throw unprocessable(`linked_droplet_id: there is no droplet ${String(droplet)}.`)
  }
  if (typeof project === 'string' && project !== '' && !engine.find({ kind: 'Project', id: project }))
    throw unprocessable(`fleet_uuid: there is no project "${project}".`)
  const fields = {
    name: body['name'],
    app_name: app.name,
    app_slug: app.slug,
    ...describePlan(plan),
    has_config: false,
    metadata,
    message: '',
  }
  const resource = engine.create('AddOn', fields, { lifecycle: false, hidden: { droplet, project } })
  later(world, seconds.provisioning, 'addOns.provision', { id: resource['uuid'] })
  return { body: JSON.stringify({ resource }) }
}

/** @throws Failure 422 */
function findPlan(app: AddOnAppEntry, slug: unknown): AddOnPlanEntry {
  const plan = app.plans.find((each) => each.slug === slug)
  if (!plan) throw unprocessable(`plan_slug: ${app.name} has no plan "${String(slug)}".`)
  if (plan.state !== 'approved' || !plan.active || !plan.available) throw unprocessable(`plan_slug: "${plan.slug}" cannot be booked.`)
  return plan
}

const describePlan = (plan: AddOnPlanEntry): Value => ({
  plan_name: plan.display_name,
  plan_slug: plan.slug,
  plan_price_per_month: plan.price_per_month,
})

/** @throws Failure 422 */
function readAnswers({ name: app, questions }: AddOnAppEntry, given: readonly Value[]): Value[] {
  const answers = new Map<string, unknown>()
  for (const { name, value } of given) {
    const question = questions.find((each) => each.name === name)
    if (!question) throw unprocessable(`metadata: ${app} does not ask for "${String(name)}".`)
    if (answers.has(question.name)) throw unprocessable(`metadata: "${question.name}" is answered twice.`)
    if (typeof value !== question.type) throw unprocessable(`metadata: "${question.name}" must be a ${question.type}.`)
    if (question.options.length > 0 && !question.options.includes(String(value)))
      throw unprocessable(`metadata: "${question.name}" must be one of ${question.options.join(', ')}.`)
    answers.set(question.name, value)
  }
  const open = questions.find(({ name, optional }) => optional !== true && (answers.get(name) ?? '') === '')
  if (open) throw unprocessable(`metadata: ${app} must know "${open.name}".`)
  return [...answers].map(([name, value]) => ({ name, value }))
}

interface Step {
  readonly id: string
}

function provision({ id }: Step, world: World): void {
  const { engine } = world
  if (engine.find(keyOf(id))?.['state'] !== 'pending') return
  engine.change(keyOf(id), { state: 'provisioning' })
  later(world, seconds.provisioned, 'addOns.finish', { id })
}

const hostName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i

/** The company refuses what it cannot work with, which nobody could tell before. */
function finish({ id }: Step, { engine }: World): void {
  const value = engine.find(keyOf(id))
  if (value?.['state'] !== 'provisioning') return
  const domain = (value['metadata'] as readonly Value[]).find(({ name }) => name === 'sender_domain')?.['value']
  if (domain !== undefined && !hostName.test(String(domain))) {
    engine.change(keyOf(id), { state: 'provisioning-failed', message: 'The sender domain could not be verified.' })
    return
  }
  const host = addOnApps.find(({ slug }) => slug === value['app_slug'])?.host ?? ''
  engine.change(keyOf(id), { state: 'provisioned', has_config: true, sso_url: `https://${host}/sso/${id.slice(0, 8)}` })
}

const update: Behavior = (call, world) => {
  const key = openKey(call, world)
  refuseCancelled(world.engine.get(key))
  return { body: JSON.stringify({ resource: world.engine.update(key, { name: readBody(call)['name'] }) }) }
}

const updatePlan: Behavior = (call, world) => {
  const key = openKey(call, world)
  const { state, app_slug: slug } = world.engine.get(key)
  if (state !== 'provisioned') throw conflict(`The plan can be changed while the add-on is provisioned; it is ${String(state)}.`)
  const app = addOnApps.find((each) => each.slug === slug)
  if (!app) throw notFound()
  const plan = findPlan(app, readBody(call)['plan_slug'])
  return { body: JSON.stringify({ resource: world.engine.change(key, describePlan(plan)) }) }
}

const remove: Behavior = (call, world) => {
  const key = openKey(call, world)
  refuseCancelled(world.engine.get(key))
  world.engine.change(key, { state: 'deprovisioning', has_config: false })
  later(world, seconds.deprovisioned, 'addOns.remove', { id: key.id })
  return {}
}

function refuseCancelled({ state }: Value): void {
  if (state === 'deprovisioning') throw conflict('The add-on is being cancelled already.')
}

function forget({ id }: Step, { engine }: World): void {
  if (engine.find(keyOf(id))) engine.remove(keyOf(id))
}

export const addOns: FamilyBehavior = {
  operations: {
    addOns_list_apps: listApps,
    addOns_list_app_metadata: listQuestions,
    addOns_create: create,
    addOns_update: update,
    addOns_update_plan: updatePlan,
    addOns_delete: remove,
  },
  due: { 'addOns.provision': provision, 'addOns.finish': finish, 'addOns.remove': forget },
}
