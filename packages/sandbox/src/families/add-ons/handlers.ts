/** Add-ons: SaaS apps of other companies. The metadata of the create request decides whether provisioning succeeds. */
import { addOnApps, type AddOnAppEntry } from '../../catalog/add-ons.ts'
import type { Handler } from '../../engine/call.ts'
import { notFound, unprocessable } from '../../engine/failure.ts'
import type { Handlers } from '../family.ts'
import { describePlan, findPlan } from './add-on-plans.ts'
import type { AddOn } from './add-on-state.ts'

type Metadata = NonNullable<AddOn['metadata']>

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
  return { resource: engine.create('AddOn', fields) }
}

/** @throws Failure 422 */
function parseMetadata({ name: app, questions }: AddOnAppEntry, input: Metadata): Metadata {
  const answersByName = new Map<string, string | boolean>()
  for (const { name, value } of input) {
    const question = questions.find((each) => each.name === name)
    if (!question) throw unprocessable(`metadata: ${app} has no field "${name}".`)
    if (answersByName.has(name)) throw unprocessable(`metadata: "${name}" is given twice.`)
    if (typeof value !== question.type) throw unprocessable(`metadata: "${name}" must be a ${question.type}.`)
    if (question.options.length > 0 && !question.options.some((option) => option === value))
      throw unprocessable(`metadata: "${name}" must be one of ${question.options.join(', ')}.`)
    answersByName.set(name, value)
  }
  const missingAnswer = questions.find(({ name, optional }) => optional !== true && (answersByName.get(name) ?? '') === '')
  if (missingAnswer) throw unprocessable(`metadata: ${app} requires "${missingAnswer.name}".`)
  return [...answersByName].map(([name, value]) => ({ name, value }))
}

export const handlers = {
  addOns_apps_list: listApps,
  addOns_apps_getMetadata: listQuestions,
  addOns_create: create,
} satisfies Handlers
