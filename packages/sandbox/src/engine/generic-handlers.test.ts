import { describe, expect, it } from 'vitest'
import { operationRows } from '../generated/operations.ts'
import { createGenericHandler } from './generic-handlers.ts'

const cases = [
  { given: 'images_update', why: 'a whole object that is answered with', want: true },
  { given: 'addOns_updatePlan', why: 'what is behind the path of an object is a part of it', want: false },
  { given: 'databases_pools_update', why: 'nothing is answered', want: true },
  { given: 'databases_logsinks_update', why: 'something else is answered', want: false },
  { given: 'firewalls_rules_add', why: 'nothing is answered, but it is a part', want: false },
  { given: 'domains_create', why: 'the object is answered with', want: true },
  { given: 'evaluations_datasets_create', why: 'something else is answered', want: false },
  { given: 'reservedIps_create', why: 'an action is begun too', want: false },
  { given: 'domains_delete', why: 'nothing is answered', want: true },
  { given: 'apps_delete', why: 'the id of the path is answered', want: true },
  { given: 'agents_delete', why: 'the object is answered with', want: true },
  { given: 'customModels_delete', why: 'something else is answered', want: false },
  { given: 'droplets_autoscalePools_deleteDangerous', why: 'what is behind the path of an object is a part of it', want: false },
  { given: 'domains_list', why: 'the objects are answered with', want: true },
  { given: 'billing_invoices_list', why: 'more than objects is answered', want: false },
  { given: 'reservedIps_actions_get', why: 'something else is answered', want: false },
  { given: 'apps_deployments_cancel', why: 'what happens to it no table says', want: false },
]

describe('a generic handler exists', () => {
  it.each(cases)('for $given: $want ($why)', ({ given, want }) => {
    const row = operationRows.find(({ id }) => id === given)!
    expect(createGenericHandler(row, new Map()) !== undefined).toBe(want)
  })
})
