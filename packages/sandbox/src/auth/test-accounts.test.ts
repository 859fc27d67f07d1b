import { expect, test } from 'vitest'
import { createDependencies } from '../create-dependencies.ts'
import { ownerAccountId } from '../catalog/owner.ts'

function create() {
  const { platform, testAccounts } = createDependencies({ seed: 7, world: 'empty' }, undefined)
  const { id } = testAccounts.create()
  const countRows = () => (JSON.parse(platform.inspection.readAccountRows(id).rows) as readonly unknown[]).length
  return { ...platform, id, countRows, begun: () => platform.contextFor(id).engine.count('Region') }
}

test('creates the data of an account on its first request, as of its creation', () => {
  const { countRows, begun, contextFor, id } = create()
  expect(countRows()).toBe(0)
  expect(begun()).toBe(contextFor(ownerAccountId).engine.count('Region'))
  // Another request has created the inference key already.
  expect(contextFor(id).engine.count('ModelAccessKey')).toBe(1)
  expect(contextFor(id).owner).not.toHaveProperty('waitsSince')
})

test('creates the data again after the first request was rolled back', () => {
  const { store, countRows, begun, contextFor, id } = create()
  const fail = () =>
    store.transaction(() => {
      contextFor(id)
      throw new Error('no')
    })
  expect(fail).toThrow('no')
  expect(countRows()).toBe(0)
  expect(begun()).toBeGreaterThan(0)
})
