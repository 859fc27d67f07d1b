import type { UntypedCall } from './request.ts'
import type { AccountContext } from './account-context.ts'

/** Caches the result of `read` by name for the duration of one request; without a request it does not cache. */
export function oncePerCall<Read>(
  read: (ctx: AccountContext, name: string) => Read,
): (ctx: AccountContext, name: string, call: UntypedCall | undefined) => Read {
  const known = new WeakMap<UntypedCall, Map<string, Read>>()
  return (ctx, name, call) => {
    if (!call) return read(ctx, name)
    const own = known.get(call) ?? new Map<string, Read>()
    known.set(call, own)
    const found = own.get(name) ?? read(ctx, name)
    own.set(name, found)
    return found
  }
}
