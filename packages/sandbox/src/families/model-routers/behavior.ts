/** Rules that choose a model for each request. What they name is checked here; who uses one follows with its next request. */
import { findModelById } from '../../catalog/genai-models.ts'
import { genaiRegions } from '../../catalog/genai-regions.ts'
import { routerPresets, taskPresets } from '../../catalog/model-routers.ts'
import type { Behavior } from '../../engine/call.ts'
import { conflict, unprocessable } from '../../engine/failure.ts'
import type { Kinds } from '../../generated/types.ts'
import { missing } from '../agents/index.ts'
import type { FamilyBehavior } from '../family.ts'

type Policy = Kinds['ModelRouter']['config']['policies'][number]

const preferences = ['cost', 'latency', 'quality', 'cheapest', 'fastest']

const create: Behavior<'modelRouters_create'> = ({ body }, { engine }) => {
  const { name, description = '', policies, fallback_models: fallback, regions } = body
  const config = { policies: readPolicies(policies), fallback_models: readModels(fallback, 'fallback_models') }
  return { model_router: engine.add('ModelRouter', { name, description, config, regions: readRegions(regions) }) }
}

const update: Behavior<'modelRouters_update'> = ({ path: { uuid }, body }, { engine }) => {
  const { config } = engine.get('ModelRouter', uuid)
  const { name, description, policies, fallback_models: fallback, regions } = body
  const next = {
    ...config,
    ...(policies && { policies: readPolicies(policies) }),
    ...(fallback && { fallback_models: readModels(fallback, 'fallback_models') }),
  }
  const router = engine.update('ModelRouter', uuid, {
    name,
    description,
    ...(regions !== undefined && { regions: readRegions(regions) }),
    config: next,
  })
  return { model_router: router }
}

/** @throws Failure 404, 422 */
function readPolicies(given: readonly Policy[]): Policy[] {
  const names = new Set<string>()
  return given.map((policy, index) => {
    const at = `policies.${index}`
    const { models, selection_policy: selection } = policy
    if ('task_slug' in policy === 'custom_task' in policy)
      throw unprocessable(`${at}: must name a preset by task_slug or describe a task by custom_task, one of the two.`)
    const task = 'task_slug' in policy ? { task_slug: policy.task_slug } : { custom_task: policy.custom_task }
    if (task.task_slug !== undefined && !taskPresets.some((each) => each.task_slug === task.task_slug))
      throw missing(`${at}.task_slug`, 'task preset', task.task_slug)
    const name = task.task_slug ?? task.custom_task.name
    if (names.has(name)) throw unprocessable(`${at}: the router has a policy for "${name}" already.`)
    names.add(name)
    if (selection && !preferences.includes(selection.prefer))
      throw unprocessable(`${at}.selection_policy.prefer: must be one of ${preferences.join(', ')}.`)
    return { ...task, models: readModels(models, `${at}.models`), ...(selection && { selection_policy: selection }) }
  })
}

/** @throws Failure 404, 422 */
function readModels(ids: string[], field: string): string[] {
  if (ids.length === 0) throw unprocessable(`${field}: must name at least one model.`)
  for (const [index, id] of ids.entries()) {
    const model = findModelById(id)
    if (!model || model.lifecycle === 'retired') throw missing(`${field}.${index}`, 'model', id)
    if (model.type !== 'text') throw unprocessable(`${field}.${index}: ${model.name} does not write text.`)
  }
  return ids
}

function readRegions(asked: readonly string[] | null | undefined): readonly string[] {
  const wrong = asked?.find((slug) => !genaiRegions.some(({ region, serves_inference: serves }) => region === slug && serves))
  if (wrong !== undefined) throw unprocessable(`regions: no model answers in "${wrong}".`)
  return asked ?? []
}

const remove: Behavior<'modelRouters_delete'> = ({ path: { uuid } }, { engine }) => {
  engine.get('ModelRouter', uuid)
  const [agent] = engine.all('Agent', { where: [{ field: 'references.router', equals: uuid, hidden: true }] })
  if (agent) throw conflict(`The agent "${agent.name}" uses this router. Give it another model first.`)
  engine.remove('ModelRouter', uuid)
  return { uuid }
}

export const modelRouters: FamilyBehavior = {
  behaviors: { modelRouters_create: create, modelRouters_update: update, modelRouters_delete: remove },
  kinds: { ModelRouter: { order: 'name' }, ModelRouterPreset: { order: 'oldest' }, ModelRouterTaskPreset: { order: 'oldest' } },
  // Agents look presets up where everything else is.
  seed: ({ engine }) => {
    for (const preset of routerPresets) engine.add('ModelRouterPreset', preset)
    for (const task of taskPresets) engine.add('ModelRouterTaskPreset', task)
  },
}
