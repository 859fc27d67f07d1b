/** Requirements on floating IPs, the older name of reserved IPs. */
import { createSandbox } from '@spindrift/sandbox'
import { describe, expect } from 'vitest'
import type { Operation } from '../../../../generators/model/api-model.ts'
import { createOperationCaller } from '../mock/operation-caller.ts'
import { rule } from '../rules/rule.ts'
import { findReplyProperty, getOperation, validateBody, listSuccesses } from './find-schema.ts'

/** Returns the interface of an operation with the older name in place of the newer. */
function outline({ method, path, parameters, replies, body, rateLimits, action }: Operation) {
  const older = (text: string) => text.replaceAll('reserved_ip', 'floating_ip')
  return {
    method,
    path: older(path),
    parameters: parameters.map(({ name, in: location, required }) => `${location} ${older(name)} ${required}`).toSorted(),
    replies: replies.map(({ status, content }) => `${status} ${content.map(({ mediaType }) => mediaType).join()}`).toSorted(),
    body: body?.required,
    rateLimits,
    types: action?.types,
  }
}

const web = { name: 'web-01', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64' }

/** Lists the values of properties with the older name, and of those with the newer. */
function pairNames(value: unknown): { readonly older: unknown; readonly newer: unknown }[] {
  if (typeof value !== 'object' || value === null) return []
  const fields = value as Readonly<Record<string, unknown>>
  return Object.entries(fields).flatMap(([name, inner]) => [
    ...(name.startsWith('floating_ip') ? [{ older: inner, newer: fields[name.replace('floating', 'reserved')] }] : []),
    ...pairNames(inner),
  ])
}

describe('floating and reserved IPs', () => {
  rule('floating-same-behavior', (bound) => {
    const newer = bound.filter(({ family }) => family.group.startsWith('reserved')).map((entry) => entry.operation)
    const older = bound.filter(({ family }) => family.group.startsWith('floating')).map((entry) => entry.operation)
    expect(newer.map(({ renamedFrom }) => renamedFrom).toSorted()).toEqual(older.map(({ id }) => id).toSorted())
    for (const each of newer) expect(outline(each), each.id).toEqual(outline(getOperation(each.renamedFrom ?? '').operation))
  })
  rule('floating-field-names', () => {
    expect(findReplyProperty('floatingIps_list').required).toContain('floating_ips')
    expect(findReplyProperty('reservedIps_list').required).toContain('reserved_ips')
    expect(findReplyProperty('reservedIps_list').properties).not.toHaveProperty('floating_ips')
  })
  rule('floating-deprecated', (bound) => {
    for (const { operation: each } of bound) expect(each.deprecated, each.id).toBe(true)
  })
  rule('floating-both-fields', async (bound) => {
    const inActions = /^(actions|floatingIps_actions)_/
    const examples = bound
      // In replies about actions the Accept header selects one: see reserveip-accept-header.
      .filter(({ operation: each }) => !inActions.test(each.id))
      .flatMap((entry) => listSuccesses(entry).flatMap(({ content }) => content))
      .flatMap((content) => content.examples.flatMap(({ value }) => pairNames(value)))
    expect(examples.length).toBeGreaterThan(0)
    for (const { older, newer } of examples) expect(newer).toEqual(older)

    const sandbox = createSandbox({ seed: 7, actionSeconds: 0 })
    const { full: token } = sandbox.credentials().tokens
    const face = createOperationCaller({ baseUrl: 'http://127.0.0.1:4020', token, fetch: sandbox.fetch })
    const send = async (id: string, request: object): Promise<unknown> => (await face(getOperation(id), request)).body
    const { droplet } = (await send('droplets_create', { body: { ...web, region: 'nyc3' } })) as {
      readonly droplet: { readonly id: number }
    }
    const created = (await send('floatingIps_create', { body: { droplet_id: droplet.id } })) as {
      readonly floating_ip: { readonly ip: string }
    }
    const replies = [
      created,
      await send('floatingIps_get', { path: { floating_ip: created.floating_ip.ip } }),
      await send('floatingIps_list', {}),
      await send('droplets_associatedResources_list', { path: { droplet_id: droplet.id } }),
    ]
    for (const reply of replies) {
      expect(pairNames(reply).length, JSON.stringify(reply)).toBeGreaterThan(0)
      for (const { older, newer } of pairNames(reply)) expect(newer).toEqual(older)
    }
  })
  rule('floating-projects-original-name', () =>
    expect(validateBody('projects_resources_assign', { resources: ['do:floatingip:203.0.113.25'] })).toEqual([]),
  )
})
