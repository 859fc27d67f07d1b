/** Resource limits of accounts. On the platform, its support team sets them. */
import { Failure } from '../engine/failure.ts'
import type { Value } from '../engine/values.ts'
import type { AccountContext } from '../engine/account-context.ts'
import { type LimitName, limitNames, getAccountLimits, setAccountLimit } from '../limits/account-limits.ts'
import { type ControlHandlers, replyJson } from './control-handler.ts'
import { nearestName } from './nearest-name.ts'
import { requireAccount } from './token-handlers.ts'
import { ownerAccountId } from '../catalog/owner.ts'

export const limitHandlers = {
  'GET /_sandbox/limits': (_request, { platform }) => replyJson({ limits: getAccountLimits(platform.contextFor(ownerAccountId)) }),
  'POST /_sandbox/limits': ({ body }, { platform }) => {
    const { account, ...limits } = body
    const ctx = platform.contextFor(requireAccount(account, platform))
    platform.store.transaction(() => setLimits(ctx, limits))
    return replyJson({ limits: getAccountLimits(ctx) })
  },
} satisfies Partial<ControlHandlers>

/** @throws Failure 422 */
export function setLimits(ctx: AccountContext, values: Value): void {
  const limits = Object.entries(values).map(([name, value]) => [parseName(name), parseLimit(name, value)] as const)
  for (const [name, limit] of limits) setAccountLimit(ctx, name, limit)
}

function parseName(name: string): LimitName {
  const found = limitNames.find((each) => each === name)
  if (found !== undefined) return found
  const nearest = nearestName(name, limitNames)
  throw new Failure(
    422,
    `${name}: unknown limit. ${nearest === undefined ? `Allowed: ${limitNames.join(', ')}.` : `Did you mean ${nearest}?`}`,
  )
}

function parseLimit(name: string, value: unknown): number {
  if (!Number.isSafeInteger(value) || Number(value) < 0) throw new Failure(422, `${name}: must be a whole number, 0 or more`)
  return Number(value)
}
