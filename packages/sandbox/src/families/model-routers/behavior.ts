/** Rules that choose a model for each request. What they name is checked here; who uses one follows with its next request. */
import { findModelById } from '../../catalogue/genai-models.ts'
import { genaiRegions } from '../../catalogue/genai-regions.ts'
import { routerPresets, taskPresets } from '../../catalogue/model-routers.ts'
import type { Behavior } from '../../engine/call.ts'
import { conflict, unprocessable } from '../../engine/failure.ts'
import { replyValues } from '../../engine/pages.ts'
import { openKey, readBody } from '../../engine/serve.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import { missing } from '../agents/index.ts'
import type { FamilyBehavior } from '../family.ts'

const kind = 'ModelRouter'
const preferences = ['cost', 'latency', 'quality', 'cheapest', 'fastest']

const list: Behavior = (call, { engine }) => {
  const routers = engine.all({ kind }).toSorted((a, b) => (String(a['name']) < String(b['name']) ? -1 : 1))
  return replyValues(call, 'model_routers', routers)
}

const create: Behavior = (call, { engine }) => {
  const { name, description = '', policies, fallback_models: fallback, regions } = readBody(call)
  const config = { policies: readPolicies(policies), fallback_models: readModels(fallback, 'fallback_models') }
  const router = engine.create(kind, { name, description, config, regions: readRegions(regions) })
  return { body: JSON.stringify({ model_router: router }) }
}

const update: Behavior = (call, world) => {
  const { engine } = world
  const key = openKey(call, world)
  const { name, description, policies, fallback_models: fallback, regions } = readBody(call)
  const { config } = engine.get(key)
  const next = {
    ...(isRecord(config) && config),
    ...(policies !== undefined && { policies: readPolicies(policies) }),
    ...(fallback !== undefined && { fallback_models: readModels(fallback, 'fallback_models') }),
  }
  const router = engine.update(key, {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(regions !== undefined && { regions: readRegions(regions) }),
    config: next,
  })
  return { body: JSON.stringify({ model_router: router }) }
}

/** @throws Failure 404, 422 */
function readPolicies(given: unknown): Value[] {
  const names = new Set<string>()
  // The schema lets only objects through that have one of the two.
  return (given as readonly Value[]).map((policy, index) => {
    const at = `policies.${index}`
    const { task_slug: slug, custom_task: task, models, selection_policy: selection } = policy
    if ((slug === undefined) === (task === undefined))
      throw unprocessable(`${at}: must name a preset by task_slug or describe a task by custom_task, one of the two.`)
    if (slug !== undefined && !taskPresets.some((each) => each.task_slug === slug)) throw missing(`${at}.task_slug`, 'task preset', slug)
    const name = String(isRecord(task) ? task['name'] : slug)
    if (names.has(name)) throw unprocessable(`${at}: the router has a policy for "${name}" already.`)
    names.add(name)
    if (isRecord(selection) && !preferences.includes(String(selection['prefer'])))
      throw unprocessable(`${at}.selection_policy.prefer: must be one of ${preferences.join(', ')}.`)
    return {
      ...(slug === undefined ? { custom_task: task } : { task_slug: slug }),
      models: readModels(models, `${at}.models`),
      ...(isRecord(selection) && { selection_policy: selection }),
    }
  })
}

/** @throws Failure 404, 422 */
function readModels(given: unknown, field: string): string[] {
  const ids = (given as readonly unknown[]).map(String) // the schema requires a list
  if (ids.length === 0) throw unprocessable(`${field}: must name at least one model.`)
  for (const [index, id] of ids.entries()) {
    const model = findModelById(id)
    if (!model || model.lifecycle === 'retired') throw missing(`${field}.${index}`, 'model', id)
    if (model.type !== 'text') throw unprocessable(`${field}.${index}: ${model.name} does not write text.`)
  }
  return ids
}

function readRegions(given: unknown): string[] {
  const asked = ((given ?? []) as readonly unknown[]).map(String)
  const wrong = asked.find((slug) => !genaiRegions.some(({ region, serves_inference: serves }) => region === slug && serves))
  if (wrong !== undefined) throw unprocessable(`regions: no model answers in "${wrong}".`)
  return asked
}

const remove: Behavior = (call, world) => {
  const { engine } = world
  const key = openKey(call, world)
  const [agent] = engine.all({ kind: 'Agent', where: [{ field: 'references.router', equals: key.id, hidden: true }] })
  if (agent) throw conflict(`The agent "${String(agent['name'])}" uses this router. Give it another model first.`)
  engine.remove(key)
  return { body: JSON.stringify({ uuid: key.id }) }
}

export const modelRouters: FamilyBehavior = {
  operations: {
    modelRouters_list: list,
    modelRouters_create: create,
    modelRouters_update: update,
    modelRouters_delete: remove,
    modelRouters_list_presets: (call) => replyValues(call, 'presets', routerPresets),
    modelRouters_list_task_presets: (call) => replyValues(call, 'tasks', taskPresets),
  },
  // Agents look presets up where everything else is.
  seed: ({ engine }) => {
    for (const preset of routerPresets) engine.create('ModelRouterPreset', preset)
    for (const task of taskPresets) engine.create('ModelRouterTaskPreset', { ...task })
  },
}
