/** Describes the behavior of an operation from its extensions, as Markdown list items. */
import type { Api, NamedSchema, Operation } from '../../model/api-model.ts'
import type { Lifecycle } from '../../model/json-schema.ts'
import type { SiteApi } from '../site/addresses.ts'
import { isUndocumented, renderProvenance } from '../../kit/describe-provenance.ts'
import { renderDuration } from '../render-duration.ts'
import { renderAnd, renderCode, renderOr, renderWithArticle } from '../format-markdown.ts'

/** Lists each item once. */
export function listEffects(operation: Operation, api: SiteApi): string[] {
  const items = [
    describeChange(operation),
    ...describeAction(operation),
    ...describeTransitions(operation, findLifecycle(operation, api)),
    ...operation.rateLimits.map(
      ({ name, limit, window, counts = 'requests' }) =>
        `Rate limit ${renderCode(name)}: ${limit} ${counts === 'requests' ? 'requests' : `items of ${renderCode(counts.replace(/^body\./, ''))}`} per ${renderDuration(window)}, in addition to the limits of the token. All operations with this limit share it.`,
    ),
    describeIdempotency(operation, api),
    ...(operation.tool ? [`Database tool (${operation.tool.kind}); calls ${renderCode(operation.tool.calls)}.`] : []),
    ...(operation.renamedFrom ? [`Formerly named ${renderCode(operation.renamedFrom)}.`] : []),
    ...(operation.sameAs ? [`Alias of ${renderCode(operation.sameAs)}. Use that operation in new programs.`] : []),
    ...describeProvenance(operation),
  ]
  return [...new Set(items)].filter((text) => text !== '')
}

function describeProvenance({ provenance }: Operation): string[] {
  if (!provenance) return []
  return [`${renderProvenance(provenance)}${isUndocumented(provenance) ? ' It may change without a deprecation.' : ''}`]
}

/** Finds the lifecycle of the resource that an operation reads or changes. */
export function findLifecycle({ effect }: Operation, { api }: SiteApi): Lifecycle | undefined {
  if (!effect || effect.kind === 'computes') return undefined
  return findSchema(api, effect.schema)?.lifecycle
}

function findSchema(api: Api, name: string): NamedSchema | undefined {
  const schemas = schemasByApi.get(api) ?? new Map(api.families.flatMap((family) => family.schemas.map((schema) => [schema.name, schema])))
  schemasByApi.set(api, schemas)
  return schemas.get(name)
}

const schemasByApi = new WeakMap<Api, ReadonlyMap<string, NamedSchema>>()

function describeChange({ effect, method }: Operation): string {
  if (!effect || effect.kind === 'computes' || effect.kind === 'measures') return method === 'get' ? 'Read-only.' : ''
  const resource = renderWithArticle(effect.schema)
  const descriptions: Record<typeof effect.kind, string> = {
    lists: `Lists every ${renderCode(effect.schema)}. Read-only.`,
    gets: `Returns ${resource}. Read-only.`,
    creates: `Creates ${resource}.`,
    updates: `Updates ${resource}. Omitted fields keep their values.`,
    replaces: `Replaces ${resource}. Omitted fields are reset to their defaults.`,
    deletes: `Deletes ${resource}. This cannot be undone.`,
    'acts-on': `Acts on ${resource}.`,
  }
  return descriptions[effect.kind]
}

function describeAction({ action }: Operation): string[] {
  if (!action) return []
  const { types, 'resource-type': kind, locks = [], duration } = action
  return [
    `Asynchronous: starts an action of type ${renderOr(types)} on ${renderWithArticle(kind)}${duration ? `, which takes about ${renderDuration(duration)}` : ''}. The response is sent immediately; wait until the action is \`completed\`.`,
    ...(locks.length > 0 ? [`Locks the ${renderAnd(locks)}: no other action can start until this one ends.`] : []),
  ]
}

function describeTransitions(operation: Operation, lifecycle: Lifecycle | undefined): string[] {
  if (!lifecycle) return []
  return lifecycle.transitions
    .filter((transition) => isCausedBy(transition, operation))
    .map(({ from, to, after }) => {
      const label = operation.effect?.kind === 'creates' ? 'Initial state' : 'State change'
      return `${label}: ${renderOr([from].flat())} → ${renderCode(to)}${after ? ` after about ${renderDuration(after)}` : ''}.`
    })
}

/** True if the operation triggers the transition. */
export function isCausedBy({ on }: Lifecycle['transitions'][number], { id, effect, action }: Operation): boolean {
  const causes = [on].flat()
  return causes.some(
    (cause) => cause === id || (cause === 'create' && effect?.kind === 'creates') || (action?.types.includes(cause) ?? false),
  )
}

function describeIdempotency({ method, effect }: Operation, api: SiteApi): string {
  if (method === 'get') return 'Idempotent: safe to retry.'
  if (method === 'put') return 'Idempotent: a retry has the same result.'
  if (method === 'delete') return 'Idempotent: a retry returns 404 or has no effect.'
  if (effect?.kind !== 'creates') return 'Not idempotent: a retry repeats the effect. Read the resource before you retry.'
  const unique = findSchema(api.api, effect.schema)?.resource?.unique ?? []
  return unique.length > 0
    ? `Not idempotent, but safe to retry: a second resource with the same ${renderAnd(unique)} is rejected.`
    : 'Not idempotent: a retry creates another resource. Read the list before you retry.'
}
