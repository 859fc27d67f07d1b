import type { AnyCall } from './request.ts'
import type { World } from './world.ts'

/** Reads what belongs to a name once for all that one reply shows; each time where there is no call. */
export function oncePerCall<Read>(
  read: (world: World, name: string) => Read,
): (world: World, name: string, call: AnyCall | undefined) => Read {
  const known = new WeakMap<AnyCall, Map<string, Read>>()
  return (world, name, call) => {
    if (!call) return read(world, name)
    const own = known.get(call) ?? new Map<string, Read>()
    known.set(call, own)
    const found = own.get(name) ?? read(world, name)
    own.set(name, found)
    return found
  }
}
