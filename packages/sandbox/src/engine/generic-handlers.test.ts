import { describe, expect, it } from 'vitest'
import { operationRows } from '../generated/operations.ts'
import { createGenericHandler } from './generic-handlers.ts'

const cases = [
  { input: 'images_update', why: 'a whole object that is answered with', expected: true },
  { input: 'addOns_updatePlan', why: 'what is behind the path of an object is a part of it', expected: false },
  { input: 'databases_pools_update', why: 'nothing is answered', expected: true },
  { input: 'databases_logsinks_update', why: 'something else is answered', expected: false },
  { input: 'firewalls_rules_add', why: 'nothing is answered, but it is a part', expected: false },
  { input: 'domains_create', why: 'the object is answered with', expected: true },
  { input: 'evaluations_datasets_create', why: 'something else is answered', expected: false },
  { input: 'reservedIps_create', why: 'an action is begun too', expected: false },
  { input: 'domains_delete', why: 'nothing is answered', expected: true },
  { input: 'apps_delete', why: 'the id of the path is answered', expected: true },
  { input: 'agents_delete', why: 'the object is answered with', expected: true },
  { input: 'customModels_delete', why: 'something else is answered', expected: false },
  { input: 'droplets_autoscalePools_deleteDangerous', why: 'what is behind the path of an object is a part of it', expected: false },
  { input: 'domains_list', why: 'the objects are answered with', expected: true },
  { input: 'billing_invoices_list', why: 'more than objects is answered', expected: false },
  { input: 'reservedIps_actions_get', why: 'something else is answered', expected: false },
  { input: 'apps_deployments_cancel', why: 'what happens to it no table says', expected: false },
]

describe('a generic handler exists', () => {
  it.each(cases)('for $input: $expected ($why)', ({ input, expected }) => {
    const row = operationRows.find(({ id }) => id === input)!
    expect(createGenericHandler(row, new Map()) !== undefined).toBe(expected)
  })
})
