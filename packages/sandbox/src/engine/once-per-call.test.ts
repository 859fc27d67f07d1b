import { expect, it } from 'vitest'
import type { UntypedCall } from './request.ts'
import { oncePerCall } from './once-per-call.ts'
import type { AccountContext } from './account-context.ts'

it('reads a name once for each call, and each time without one', () => {
  const names: string[] = []
  const read = oncePerCall((_world, name) => names.push(name))
  // Neither is looked at.
  const ctx = {} as AccountContext
  const [one, other] = [{} as UntypedCall, {} as UntypedCall]
  expect([read(ctx, 'a', one), read(ctx, 'a', one), read(ctx, 'b', one), read(ctx, 'a', other)]).toEqual([1, 1, 2, 3])
  expect([read(ctx, 'a', undefined), read(ctx, 'a', undefined)]).toEqual([4, 5])
})
