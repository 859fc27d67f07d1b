/** Rules that choose a model for each request. A change applies from the next request on. */
import { findModelById } from '../../catalog/genai-models.ts'
import { genaiRegions } from '../../catalog/genai-regions.ts'
import { routerPresets, taskPresets } from '../../catalog/model-routers.ts'
import { conflict, unprocessable } from '../../engine/failure.ts'
import { type HooksByKind, type ResourceHooks, byName, oldestFirst } from '../../engine/hooks.ts'
import type { Call } from '../../engine/call.ts'
import type { Kinds, Operations } from '../../generated/types.ts'
import { referenceNotFound } from '../agents/index.ts'
import type { Catalog } from '../family.ts'

type Policy = Kinds['ModelRouter']['config']['policies'][number]

const preferences = ['cost', 'latency', 'quality', 'cheapest', 'fastest']

type Request = Operations['modelRouters_create' | 'modelRouters_update']['body']

type Config = Kinds['ModelRouter']['config']

/** Parses the models of a request; omitted lists are kept. @throws Failure 404, 422 */
function parseConfig({ policies, fallback_models: fallback }: Request, before: Config): Config {
  return {
    ...before,
    ...(policies && { policies: listPolicies(policies) }),
    ...(fallback && { fallback_models: listModels(fallback, 'fallback_models') }),
  }
}

/** @throws Failure 404, 422 */
function listPolicies(policies: readonly Policy[]): Policy[] {
  const names = new Set<string>()
  return policies.map((policy, index) => {
    const at = `policies.${index}`
    const { models, selection_policy: selection } = policy
    if ('task_slug' in policy === 'custom_task' in policy)
      throw unprocessable(`${at}: must name a preset by task_slug or describe a task by custom_task, one of the two.`)
    const task = 'task_slug' in policy ? { task_slug: policy.task_slug } : { custom_task: policy.custom_task }
    if (task.task_slug !== undefined && !taskPresets.some((each) => each.task_slug === task.task_slug))
      throw referenceNotFound(`${at}.task_slug`, 'task preset', task.task_slug)
    const name = task.task_slug ?? task.custom_task.name
    if (names.has(name)) throw unprocessable(`${at}: the router has a policy for "${name}" already.`)
    names.add(name)
    if (selection && !preferences.includes(selection.prefer))
      throw unprocessable(`${at}.selection_policy.prefer: must be one of ${preferences.join(', ')}.`)
    return { ...task, models: listModels(models, `${at}.models`), ...(selection && { selection_policy: selection }) }
  })
}

/** @throws Failure 404, 422 */
function listModels(ids: string[], field: string): string[] {
  if (ids.length === 0) throw unprocessable(`${field}: must name at least one model.`)
  for (const [index, id] of ids.entries()) {
    const model = findModelById(id)
    if (!model || model.lifecycle === 'retired') throw referenceNotFound(`${field}.${index}`, 'model', id)
    if (model.type !== 'text') throw unprocessable(`${field}.${index}: ${model.name} does not generate text.`)
  }
  return ids
}

function listRegions(slugs: readonly string[] | null | undefined): readonly string[] {
  const unavailable = slugs?.find((slug) => !genaiRegions.some(({ region, serves_inference: serves }) => region === slug && serves))
  if (unavailable !== undefined) throw unprocessable(`regions: no model answers in "${unavailable}".`)
  return slugs ?? []
}

const router: ResourceHooks<'ModelRouter'> = {
  listQuery: byName,
  parseCreate: ({ body }: Call<'modelRouters_create'>) => ({
    fields: {
      name: body.name,
      description: body.description ?? '',
      config: parseConfig(body, { policies: [], fallback_models: [] }),
      regions: listRegions(body.regions),
    },
  }),
  parseUpdate: ({ body }: Call<'modelRouters_update'>, _ctx, before) => ({
    fields: {
      name: body.name,
      description: body.description,
      config: parseConfig(body, before.config),
      ...(body.regions !== undefined && { regions: listRegions(body.regions) }),
    },
  }),
  beforeDelete: (_, { id }, { engine }) => {
    const [agent] = engine.list('Agent', { where: [{ field: 'references.router', equals: id, hidden: true }] })
    if (agent) throw conflict(`The agent "${agent.name}" uses this router. Give it another model first.`)
  },
}

export const hooks: HooksByKind = {
  ModelRouter: router,
  ModelRouterPreset: { listQuery: oldestFirst },
  ModelRouterTaskPreset: { listQuery: oldestFirst },
}

export const catalog: Catalog = (engine) => {
  for (const preset of routerPresets) engine.create('ModelRouterPreset', preset)
  for (const task of taskPresets) engine.create('ModelRouterTaskPreset', task)
}
