import { listMethodNames } from '../test/list-operations.ts'
import { readData } from './read-body.ts'
import { describe, expect, test } from 'vitest'
import { addVerbs } from './add-verbs.ts'
import { bindFamily, type Feature } from './bind-family.ts'
import type { CallOptions } from './call.ts'
import { systemClock } from './clock.ts'
import type { FamilyTable } from './family-table.ts'
import type { AnyRequest, Target } from './request-types.ts'

type Verbs = Readonly<Record<string, (...args: unknown[]) => PromiseLike<unknown>>>

/** Binds a table; returns its methods and the requests they sent. */
function bind(table: FamilyTable, ...features: Feature[]) {
  const sent: unknown[] = []
  const send = async ({ path }: Target, request?: AnyRequest, options?: CallOptions) => {
    sent.push([path, request, options])
    throw new Error('Enough.')
  }
  return { family: bindFamily<Verbs>(table, Object.assign(send, { clock: systemClock, read: readData }), ...features), sent }
}

const table: FamilyTable = {
  api: 'control',
  path: '',
  operations: {
    create: ['POST /v2/things/{thing_id}/parts/{part_id}/actions', { verbs: { switch_off: '', resize: 'body' } }],
    createByTag: ['POST /v2/things/actions', { input: '', verbs: { switch_off: '', resize: 'body' }, by: ['tag_name'] }],
    createByName: ['POST /v2/things/names/actions', { verbs: { move: 'body' } }],
  },
}
const options = { timeoutMs: 1 }

describe('methods for action types send create with the type', () => {
  const path = { thing_id: 7, part_id: 'x' }
  const query = { tag_name: 'web' }
  const one = '/v2/things/{thing_id}/parts/{part_id}/actions'
  test.each<[string, unknown[], string, unknown]>([
    ['switchOff', [7, 'x', options], one, { path, body: { type: 'switch_off' } }],
    ['resize', [7, 'x', { size: 2 }, options], one, { path, body: { size: 2, type: 'resize' } }],
    ['resize', [7, 'x', undefined, options], one, { path, body: { type: 'resize' } }],
    ['switchOffByTag', ['web', options], '/v2/things/actions', { query, body: { type: 'switch_off' } }],
    ['resizeByTag', ['web', { size: 2 }, options], '/v2/things/actions', { query, body: { size: 2, type: 'resize' } }],
    ['moveByName', [{ name: 'a' }, options], '/v2/things/names/actions', { path: {}, body: { name: 'a', type: 'move' } }],
  ])('%s %j', async (name, args, target, request) => {
    const { family, sent } = bind(table, addVerbs)
    await expect(family[name]!(...args)).rejects.toThrow('Enough.')
    expect(sent).toEqual([[target, request, options]])
  })
})

test('applies earlier features of the operation', async () => {
  const renamed: Feature = (operation) => (request, callOptions) => operation({ ...request, header: { seen: 'yes' } }, callOptions)
  const { family, sent } = bind(table, renamed, addVerbs)
  await expect(family['switchOff']!(7, 'x')).rejects.toThrow('Enough.')
  expect(sent).toMatchObject([[expect.any(String), { header: { seen: 'yes' } }, undefined]])
})

test('no method replaces an operation', () => {
  const methods = listMethodNames()
  expect(methods).toContain('droplets.actions.powerOff')
  expect(new Set(methods).size).toBe(methods.length)
})
