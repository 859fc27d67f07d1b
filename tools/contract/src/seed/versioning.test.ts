/** Floating IPs, the older name of reserved IPs: the pairs, and what is called how. */
import { describe, expect } from 'vitest'
import type { Operation } from '../../../../generators/model/api-model.ts'
import { rule } from '../rules/rule.ts'
import { answered, operation, refusal } from './look.ts'

/** What callers of an operation depend on, with the older name in place of the newer. */
function outline({ method, path, parameters, replies, body, rateLimits, action }: Operation) {
  const older = (text: string) => text.replaceAll('reserved_ip', 'floating_ip')
  return {
    method,
    path: older(path),
    parameters: parameters.map(({ name, in: place, required }) => `${place} ${older(name)} ${required}`).toSorted(),
    replies: replies.map(({ status, content }) => `${status} ${content.map(({ mediaType }) => mediaType).join()}`).toSorted(),
    body: body?.required,
    rateLimits,
    types: action?.types,
  }
}

describe('floating and reserved IPs', () => {
  rule('floating-same-behaviour', (bound) => {
    const newer = bound.filter(({ family }) => family.group.startsWith('reserved')).map((entry) => entry.operation)
    const older = bound.filter(({ family }) => family.group.startsWith('floating')).map((entry) => entry.operation)
    expect(newer.map(({ renamedFrom }) => renamedFrom).toSorted()).toEqual(older.map(({ id }) => id).toSorted())
    for (const each of newer) expect(outline(each), each.id).toEqual(outline(operation(each.renamedFrom ?? '').operation))
  })
  rule('floating-field-names', () => {
    expect(answered('floatingIps_list').required).toContain('floating_ips')
    expect(answered('reservedIps_list').required).toContain('reserved_ips')
    expect(answered('reservedIps_list').properties).not.toHaveProperty('floating_ips')
  })
  rule('floating-deprecated', (bound) => {
    for (const { operation: each } of bound) expect(each.deprecated, each.id).toBe(true)
  })
  rule('floating-both-fields', (bound) => {
    for (const { operation: each } of bound) {
      const reply = each.replies.find(({ status, content }) => status.startsWith('2') && content.length > 0)
      if (!reply) continue
      const { properties = {}, required = [], oneOf } = answered(each.id)
      if (oneOf) continue
      for (const name of Object.keys(properties).filter((each_) => each_.startsWith('floating_ip'))) {
        const newer = name.replace('floating', 'reserved')
        expect(Object.keys(properties), each.id).toContain(newer)
        expect(required.includes(newer), each.id).toBe(required.includes(name))
      }
    }
  })
  rule('floating-projects-original-name', () =>
    expect(refusal('projectResources_assign', { resources: ['do:floatingip:203.0.113.25'] })).toEqual([]),
  )
})
