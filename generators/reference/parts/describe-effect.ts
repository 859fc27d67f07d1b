/** What an operation does, said from its extensions: as Markdown items, in the order in which a caller asks. */
import type { Api, NamedSchema, Operation } from '../../model/api-model.ts'
import type { Lifecycle } from '../../model/json-schema.ts'
import type { SiteApi } from '../site/addresses.ts'
import { describeStability } from '../../kit/describe-stability.ts'
import { renderDuration } from '../render-duration.ts'
import { renderAnd, renderCode, renderOr } from '../write-markdown.ts'

export function listEffects(operation: Operation, api: SiteApi): string[] {
  return [
    describeChange(operation),
    ...describeAction(operation),
    ...describeStates(operation, findLifecycle(operation, api)),
    ...operation.rateLimits.map(
      ({ name, limit, window, counts = 'requests' }) =>
        `Limited to ${limit} ${counts === 'requests' ? 'requests' : `items of ${renderCode(counts.replace(/^body\./, ''))}`} in any ${renderDuration(window)}, beside the limits of the token; every operation with the limit ${renderCode(name)} counts.`,
    ),
    describeRepeat(operation, api),
    ...(operation.tool ? [`A tool of the database server: ${operation.tool.kind}; it calls ${renderCode(operation.tool.calls)}.`] : []),
    ...(operation.renamedFrom ? [`${renderCode(operation.renamedFrom)} is an older name and does the same.`] : []),
    ...(operation.sameAs ? [`An older spelling of ${renderCode(operation.sameAs)}, which new programs use.`] : []),
    ...mark(operation),
    ...(operation.decision ? [`**Our decision:** ${operation.decision}`] : []),
  ].filter((text) => text !== '')
}

function mark({ stability }: Operation): string[] {
  const stated = describeStability(stability)
  return stated ? [`**${stated.word}:** ${stated.sentence}`] : []
}

/** The states of what the operation is about, where its objects have any. */
export function findLifecycle({ effect }: Operation, { api }: SiteApi): Lifecycle | undefined {
  if (!effect || effect.kind === 'computes') return undefined
  return findSchema(api, effect.schema)?.lifecycle
}

function findSchema(api: Api, wanted: string): NamedSchema | undefined {
  const schemas = named.get(api) ?? new Map(api.families.flatMap((family) => family.schemas.map((schema) => [schema.name, schema])))
  named.set(api, schemas)
  return schemas.get(wanted)
}

const named = new WeakMap<Api, ReadonlyMap<string, NamedSchema>>()

function describeChange({ effect, method }: Operation): string {
  if (!effect || effect.kind === 'computes') return method === 'get' ? 'Reads; nothing changes.' : ''
  const thing = renderCode(effect.schema)
  const said: Record<typeof effect.kind, string> = {
    lists: `Lists every ${thing}; nothing changes.`,
    gets: `Reads one ${thing}; nothing changes.`,
    creates: `Creates a ${thing}.`,
    updates: `Changes the fields of a ${thing} that are sent; the others stay.`,
    replaces: `Replaces what a ${thing} holds: fields that are not sent go back to their defaults.`,
    deletes: `Takes away a ${thing}. It cannot be had back.`,
    'acts-on': `Acts on a ${thing}.`,
  }
  return said[effect.kind]
}

function describeAction({ action }: Operation): string[] {
  if (!action) return []
  const { types, 'resource-type': kind, locks = [], duration } = action
  return [
    `Starts an action of type ${renderOr(types)} on a ${renderCode(kind)}${duration ? `; it takes about ${renderDuration(duration)}` : ''}. The reply comes at once; wait for the action to be \`completed\`.`,
    ...(locks.length > 0 ? [`Until it ends, no other action can start on the ${renderAnd(locks)}.`] : []),
  ]
}

function describeStates(operation: Operation, lifecycle: Lifecycle | undefined): string[] {
  if (!lifecycle) return []
  return lifecycle.transitions
    .filter((transition) => isCausedBy(transition, operation))
    .map(({ from, to, after }) => {
      const starts = [from].flat()
      const begins = operation.effect?.kind === 'creates' ? 'Begins as' : 'Goes from'
      return `${begins} ${renderOr(starts)}${operation.effect?.kind === 'creates' ? ' and becomes' : ' to'} ${renderCode(to)}${after ? ` after about ${renderDuration(after)}` : ''}.`
    })
}

/** Whether this operation is what moves an object along a transition. */
export function isCausedBy({ on }: Lifecycle['transitions'][number], { id, effect, action }: Operation): boolean {
  const causes = [on].flat()
  return causes.some(
    (cause) => cause === id || (cause === 'create' && effect?.kind === 'creates') || (action?.types.includes(cause) ?? false),
  )
}

function describeRepeat({ method, effect }: Operation, api: SiteApi): string {
  if (method === 'get') return 'May be sent as often as you like.'
  if (method === 'put') return 'May be sent again: the second leaves the same behind.'
  if (method === 'delete') return 'May be sent again: the second is answered with 404, or does nothing.'
  if (effect?.kind !== 'creates') return 'Sent twice, it is done twice where the state still allows it: read before you repeat it.'
  const unique = findSchema(api.api, effect.schema)?.resource?.unique ?? []
  return unique.length > 0
    ? `Sent twice, the second is refused: no two may have the same ${renderAnd(unique)}.`
    : 'Sent twice, it makes two: read the list before you repeat it after a failure.'
}
