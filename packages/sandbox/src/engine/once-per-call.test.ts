import { expect, it } from 'vitest'
import type { AnyCall } from './request.ts'
import { oncePerCall } from './once-per-call.ts'
import type { World } from './world.ts'

it('reads a name once for each call, and each time without one', () => {
  const asked: string[] = []
  const read = oncePerCall((_world, name) => asked.push(name))
  // Neither is looked at.
  const world = {} as World
  const [one, other] = [{} as AnyCall, {} as AnyCall]
  expect([read(world, 'a', one), read(world, 'a', one), read(world, 'b', one), read(world, 'a', other)]).toEqual([1, 1, 2, 3])
  expect([read(world, 'a', undefined), read(world, 'a', undefined)]).toEqual([4, 5])
})
