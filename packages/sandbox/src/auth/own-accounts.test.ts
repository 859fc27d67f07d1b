import { expect, test } from 'vitest'
import { createDependencies } from '../create-dependencies.ts'
import { ownerAccountId } from '../catalog/owner.ts'

function make() {
  const { platform, ownAccounts } = createDependencies({ seed: 7, world: 'empty' }, undefined)
  const { id } = ownAccounts.make()
  const countRows = () => (JSON.parse(platform.inspection.readAccount(id).rows) as readonly unknown[]).length
  return { ...platform, id, countRows, begun: () => platform.worldOf(id).engine.count('Region') }
}

test('an account has nothing until it is asked for, and then all that it would have had', () => {
  const { countRows, begun, worldOf, id } = make()
  expect(countRows()).toBe(0)
  expect(begun()).toBe(worldOf(ownerAccountId).engine.count('Region'))
  // The key of its inference was to be found a moment after it was made.
  expect(worldOf(id).engine.count('ModelAccessKey')).toBe(1)
  expect(worldOf(id).owner).not.toHaveProperty('waitsSince')
})

test('an account whose beginning is undone waits again', () => {
  const { store, countRows, begun, worldOf, id } = make()
  const fail = () =>
    store.transaction(() => {
      worldOf(id)
      throw new Error('no')
    })
  expect(fail).toThrow('no')
  expect(countRows()).toBe(0)
  expect(begun()).toBeGreaterThan(0)
})
