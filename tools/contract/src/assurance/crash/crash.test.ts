/** Three crashes and a full disk, and servers that lose a write or apply half of one. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createRandom } from '../create-random.ts'
import type { SendRequest } from '../http-client.ts'
import { WriteLedger } from './write-ledger.ts'
import { runCrash } from './run-crash.ts'
import { runRounds } from './run-rounds.ts'
import { inspectState } from './inspect-state.ts'

const folder = mkdtempSync(join(tmpdir(), 'spindrift-crash-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('crashes', () => {
  it('lose no acknowledged write', async () => {
    const { passed, total, findings } = await runCrash({ rounds: 3, writes: 900, seed: 7 })
    expect({ findings, passed }).toEqual({ findings: [], passed: total })
  })

  it('fail when an acknowledged write is lost', async () => {
    let lostCount = 0
    const wrap =
      (send: SendRequest): SendRequest =>
      async (call) => {
        if (call.method !== 'POST' || call.path !== '/v2/tags' || lostCount > 0) return send(call)
        lostCount += 1
        return { status: 201, headers: {}, text: '' }
      }
    const random = createRandom(7)
    const { passed, faults } = await runRounds({ file: join(folder, 'lost.db'), rounds: 1, writes: 50, random, wrap })
    expect([passed, lostCount]).toEqual([0, 1])
    expect(faults[0]).toMatch(/^round 1: (tag \S+: acknowledged "there".*, found nothing|DELETE \/v2\/tags\S*: 404)/)
  })
})

describe('WriteLedger', () => {
  const write = { key: 'tag one', value: 'there' }
  it('accepts both states of an unconfirmed write', () => {
    for (const state of [new Map(), new Map([['tag one', 'there']])]) {
      const ledger = new WriteLedger()
      ledger.recordRequest(write)
      expect(ledger.compare(state)).toEqual([])
    }
  })

  it('reports lost, restored and unknown objects', () => {
    const ledger = new WriteLedger()
    ledger.recordSuccess(write)
    ledger.recordSuccess({ key: 'tag gone', value: '' })
    ledger.recordRefusal({ key: 'tag refused', value: 'there' })
    const state = new Map([
      ['tag gone', 'there'],
      ['tag refused', 'there'],
      ['tag strange', 'there'],
    ])
    expect(ledger.compare(state)).toEqual([
      'tag one: acknowledged "there", found nothing',
      'tag gone: acknowledged nothing, found "there"',
      'tag refused: acknowledged nothing, found "there"',
      'tag strange: exists without a request',
    ])
  })
})

describe('inspectState', () => {
  const droplet = { id: 7, name: 'web', status: 'active', locked: false, volume_ids: [] as string[] }
  const createAction = { id: 1, type: 'create', status: 'completed' }
  const good = { droplets: [droplet], volumes: [{ id: 'v', name: 'data', droplet_ids: [] as number[] }], tags: [], actions: [createAction] }
  /** Serves only lists. */
  const serveLists =
    (lists: Readonly<Record<string, readonly unknown[]>>, total = 0): SendRequest =>
    async ({ path }) => {
      const root = /(\w+)\?/.exec(path)?.[1] ?? ''
      const all = lists[root] ?? []
      return { status: 200, headers: {}, text: JSON.stringify({ [root]: all, meta: { total: all.length + total } }) }
    }
  const listInconsistencies = async (send: SendRequest, actions: readonly number[] = [1]) =>
    (await inspectState(send, [], new Map(), new Set(actions))).inconsistencies

  it('reports nothing for a consistent state', async () => expect(await listInconsistencies(serveLists(good))).toEqual([]))

  const broken = [
    {
      name: 'a droplet without its create action',
      lists: { ...good, actions: [{ ...createAction, type: 'reboot' }] },
      expected: /has no create action/,
    },
    { name: 'an attachment on one side', lists: { ...good, droplets: [{ ...droplet, volume_ids: ['v'] }] }, expected: /on one side only/ },
    { name: 'a lock that stays', lists: { ...good, droplets: [{ ...droplet, locked: true }] }, expected: /stays locked/ },
    { name: 'a droplet that never starts', lists: { ...good, droplets: [{ ...droplet, status: 'new' }] }, expected: /stays new/ },
    { name: 'an action that stays', lists: { ...good, actions: [{ ...createAction, status: 'in-progress' }] }, expected: /never ends/ },
  ]
  it.each(broken)('reports $name', async ({ lists, expected }) =>
    expect((await listInconsistencies(serveLists(lists))).join('\n')).toMatch(expected),
  )

  it('reports a wrong total and a missing action', async () => {
    expect((await listInconsistencies(serveLists(good, 1))).join('\n')).toMatch(/total is 2, but 1 items were listed/)
    expect(await listInconsistencies(serveLists(good), [1, 2])).toEqual(['action 2 was acknowledged and is missing'])
  })
})
