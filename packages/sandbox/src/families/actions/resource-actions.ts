import { formatResourceRef } from '../../engine/actions.ts'
import type { Answer } from '../../engine/answer.ts'
import type { UntypedCall } from '../../engine/request.ts'
import { notFound } from '../../engine/failure.ts'
import { answerPage, mapPage, parsePage } from '../../engine/pages.ts'
import type { ReplyOf, DeepReadonly } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import type { Key, Page } from '../../store/store.ts'

type Action = Kinds['Action']

type ActionCall = UntypedCall & { readonly path: { readonly action_id: number } }

export const filterByResource = (key: Key) => ({ field: 'about', equals: formatResourceRef(key), hidden: true }) as const

/** Lists the actions of one resource, which may be deleted. */
export function listResourceActions(call: UntypedCall, ctx: AccountContext, key: Key): Answer<ReplyOf<'actions_list'>> {
  return formatActionPage(
    call,
    ctx,
    ctx.engine.listPage('Action', { where: [filterByResource(key)], order: 'newest', page: parsePage(call) }),
  )
}

/** @throws Failure 404 */
export function getResourceAction({ path }: ActionCall, { engine }: AccountContext, key: Key): Action {
  const action = engine.get('Action', path.action_id)
  if (engine.getHidden('Action', action.id).about !== formatResourceRef(key)) throw notFound()
  return action
}

/** Returns the action, with its reserved IP when it has one. */
export function describeAction<A extends DeepReadonly<Action>>(call: UntypedCall, ctx: AccountContext, action: A) {
  const isNewer = usesReservedIpNames(call)
  const address = findAddress(ctx, action)
  return { action: renameResourceType(action, isNewer), ...(address !== undefined && listAddresses([address], isNewer)) }
}

export function formatActionPage(call: UntypedCall, ctx: AccountContext, page: Page<Action>): Answer<ReplyOf<'actions_list'>> {
  if (!page.texts.includes('"resource_type":"reserved_ip"')) return answerPage(call, 'actions', page)
  const isNewer = usesReservedIpNames(call)
  const addresses = new Set<string>()
  const renamedPage = mapPage(page, (action) => {
    const address = findAddress(ctx, action)
    if (address !== undefined) addresses.add(address)
    return renameResourceType(action, isNewer)
  })
  return answerPage(call, 'actions', renamedPage, listAddresses([...addresses], isNewer))
}

const reserveip = /^application\/vnd\.[^\s;]+\.reserveip\+json$/i

/** True when the path or the Accept header asks for the newer names. */
function usesReservedIpNames({ url, headers }: UntypedCall): boolean {
  const acceptedTypes = (headers['accept'] ?? '').split(',').map((range) => range.split(';', 1)[0]?.trim() ?? '')
  return url.startsWith('/v2/reserved_ips/') || acceptedTypes.some((range) => reserveip.test(range))
}

function listAddresses(addresses: string[], isNewer: boolean) {
  return isNewer ? { reserved_ips: addresses } : { floating_ips: addresses }
}

function renameResourceType<A extends DeepReadonly<Action>>(action: A, isNewer: boolean): A {
  return action.resource_type === 'reserved_ip' && !isNewer ? { ...action, resource_type: 'floating_ip' } : action
}

function findAddress({ engine }: AccountContext, action: DeepReadonly<Action>): string | undefined {
  if (action.resource_type !== 'reserved_ip') return undefined
  return engine.getHidden('Action', action.id).about.split('/', 2)[1]
}
