/** Add-ons: SaaS apps of other companies. The metadata of the create request decides whether provisioning succeeds. */
import { addOnApps, type AddOnAppEntry, type AddOnPlanEntry } from '../../catalog/add-ons.ts'
import type { Handler } from '../../engine/call.ts'
import { conflict, notFound, unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { type JobPayload, scheduleIn } from '../../shared/schedule-job.ts'
import type { Handlers, Jobs } from '../family.ts'
import { assertNotCancelled, type AddOn } from './add-on-state.ts'

type Metadata = NonNullable<AddOn['metadata']>

const seconds = { provisioning: 2, provisioned: 15, deprovisioned: 5 } as const

const listApps: Handler<'addOns_apps_list'> = () => ({
  apps: addOnApps.map(({ slug, host, plans }) => ({
    app_slug: slug,
    tos: `https://${host}/terms`,
    eula: `https://${host}/license`,
    plans,
  })),
})

const listQuestions: Handler<'addOns_apps_getMetadata'> = ({ path }) => {
  const app = addOnApps.find(({ slug }) => slug === path.app_slug)
  if (!app) throw notFound()
  const metadata = app.questions.map(({ id, name, display_name, description, type, options }) => ({
    id,
    name,
    display_name,
    description,
    type,
    options,
  }))
  return { metadata }
}

const create: Handler<'addOns_create'> = ({ body }, ctx) => {
  const { engine } = ctx
  const { name, app_slug: slug, linked_droplet_id: droplet } = body
  const app = addOnApps.find((each) => each.slug === slug)
  if (!app) throw unprocessable(`app_slug: there is no app "${slug}".`)
  const plan = findPlan(app, body.plan_slug)
  const metadata = parseMetadata(app, body.metadata)
  if (droplet !== undefined && !app.linksDroplets) throw unprocessable(`linked_droplet_id: ${app.name} does not work on a droplet.`)
  const fields = {
    name,
    app_name: app.name,
    app_slug: app.slug,
    ...describePlan(plan),
    has_config: false,
    metadata,
    message: '',
  }
  const resource = engine.create('AddOn', fields, { lifecycle: false })
  scheduleIn(ctx, seconds.provisioning, 'addOns.provision', { id: resource.uuid } satisfies JobPayload)
  return { resource }
}

/** @throws Failure 422 */
function findPlan(app: AddOnAppEntry, slug: string): AddOnPlanEntry {
  const plan = app.plans.find((each) => each.slug === slug)
  if (!plan) throw unprocessable(`plan_slug: ${app.name} has no plan "${slug}".`)
  if (plan.state !== 'approved' || !plan.active || !plan.available) throw unprocessable(`plan_slug: "${plan.slug}" cannot be ordered.`)
  return plan
}

const describePlan = (plan: AddOnPlanEntry) => ({
  plan_name: plan.display_name,
  plan_slug: plan.slug,
  plan_price_per_month: plan.price_per_month,
})

/** @throws Failure 422 */
function parseMetadata({ name: app, questions }: AddOnAppEntry, input: Metadata): Metadata {
  const answers = new Map<string, string | boolean>()
  for (const { name, value } of input) {
    const question = questions.find((each) => each.name === name)
    if (!question) throw unprocessable(`metadata: ${app} has no field "${name}".`)
    if (answers.has(name)) throw unprocessable(`metadata: "${name}" is given twice.`)
    if (typeof value !== question.type) throw unprocessable(`metadata: "${name}" must be a ${question.type}.`)
    if (question.options.length > 0 && !question.options.some((option) => option === value))
      throw unprocessable(`metadata: "${name}" must be one of ${question.options.join(', ')}.`)
    answers.set(name, value)
  }
  const unanswered = questions.find(({ name, optional }) => optional !== true && (answers.get(name) ?? '') === '')
  if (unanswered) throw unprocessable(`metadata: ${app} requires "${unanswered.name}".`)
  return [...answers].map(([name, value]) => ({ name, value }))
}

function startProvisioning({ id }: JobPayload, ctx: AccountContext): void {
  const { engine } = ctx
  if (engine.find('AddOn', id)?.state !== 'pending') return
  engine.setFields('AddOn', id, { state: 'provisioning' })
  scheduleIn(ctx, seconds.provisioned, 'addOns.finish', { id } satisfies JobPayload)
}

const hostName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i

/** Fails when the sender domain is not a host name: the vendor checks it only after the order. */
function finishProvisioning({ id }: JobPayload, { engine }: AccountContext): void {
  const addOn = engine.find('AddOn', id)
  if (addOn?.state !== 'provisioning') return
  const domain = addOn.metadata?.find(({ name }) => name === 'sender_domain')?.value
  if (domain !== undefined && !hostName.test(String(domain))) {
    engine.setFields('AddOn', id, { state: 'provisioning-failed', message: 'The sender domain could not be verified.' })
    return
  }
  const host = addOnApps.find(({ slug }) => slug === addOn.app_slug)?.host ?? ''
  engine.setFields('AddOn', id, { state: 'provisioned', has_config: true, sso_url: `https://${host}/sso/${id.slice(0, 8)}` })
}

const updatePlan: Handler<'addOns_updatePlan'> = ({ path: { resource_uuid: id }, body }, { engine }) => {
  const { state, app_slug: slug } = engine.get('AddOn', id)
  if (state !== 'provisioned') throw conflict(`The plan can be changed while the add-on is provisioned; it is ${state}.`)
  const app = addOnApps.find((each) => each.slug === slug)
  if (!app) throw notFound()
  return { resource: engine.setFields('AddOn', id, describePlan(findPlan(app, body.plan_slug))) }
}

const remove: Handler<'addOns_delete'> = ({ path: { resource_uuid: id } }, ctx) => {
  assertNotCancelled(ctx.engine.get('AddOn', id))
  ctx.engine.setFields('AddOn', id, { state: 'deprovisioning', has_config: false })
  scheduleIn(ctx, seconds.deprovisioned, 'addOns.remove', { id } satisfies JobPayload)
}

function removeAddOn({ id }: JobPayload, { engine }: AccountContext): void {
  if (engine.find('AddOn', id)) engine.delete('AddOn', id)
}

export const handlers = {
  addOns_apps_list: listApps,
  addOns_apps_getMetadata: listQuestions,
  addOns_create: create,
  addOns_updatePlan: updatePlan,
  addOns_delete: remove,
} satisfies Handlers

export const jobs: Jobs = { 'addOns.provision': startProvisioning, 'addOns.finish': finishProvisioning, 'addOns.remove': removeAddOn }
