import { expect, it } from 'vitest'
import { createClock } from '../clock/clock.ts'
import { openStore } from '../store/sqlite-store.ts'
import type { AccountContext, TransitionJob } from './account-context.ts'
import { createEngine } from './engine.ts'
import { joinHooks, type HooksByKind } from './hooks.ts'
import { createIds } from './ids.ts'

type Certificate = NonNullable<NonNullable<HooksByKind['Certificate']>['onEnter']>

/** An engine without delays, and a function that runs the next job and returns its name. */
function createTestEngine(hooks: HooksByKind = {}) {
  const store = openStore()
  // The hooks here do not use the context.
  const ctx = {} as AccountContext
  const engine = createEngine({
    store,
    clock: createClock(store, () => Date.parse('2026-03-02T09:00:00Z')),
    ids: createIds(store, () => '7'),
    actionSeconds: 0,
    hooks: joinHooks([hooks]),
    ctx: () => ctx,
  })
  const runNextJob = () => {
    const job = store.claimNextJob(Number.POSITIVE_INFINITY)
    if (job?.name === 'engine.transition') engine.runTransition(JSON.parse(job.payload) as TransitionJob)
    return job?.name
  }
  return { engine, runNextJob }
}

function createCertificate(verified: Certificate['verified'], fields: object = {}) {
  const { engine, runNextJob } = createTestEngine({ Certificate: { onEnter: verified ? { verified } : {} } })
  const certificate = engine.create('Certificate', { name: 'web', type: 'lets_encrypt', dns_names: ['a.example'], ...fields })
  return { engine, runNextJob, id: certificate.id, readState: () => engine.get('Certificate', certificate.id).state }
}

it('sets the fields that the hook returns together with the state', () => {
  const seen: unknown[] = []
  const { engine, runNextJob, id } = createCertificate(({ state }, _key, _ctx, transition) => {
    seen.push([state, transition])
    return { not_after: '2026-06-01T00:00:00Z' }
  })
  runNextJob()
  expect(engine.get('Certificate', id)).toMatchObject({ state: 'verified', not_after: '2026-06-01T00:00:00Z' })
  expect(seen).toEqual([['verified', { from: 'pending', trigger: 'create' }]])
})

it('lets the hook choose another outcome that the transition names', () => {
  const { runNextJob, readState } = createCertificate(() => ({ state: 'error' }))
  runNextJob()
  expect(readState()).toBe('error')
})

it('rejects an outcome that the transition does not name', () => {
  const { runNextJob } = createCertificate(() => ({ state: 'pending' }))
  expect(runNextJob).toThrow('The transition of Certificate to "verified" cannot lead to "pending".')
})

it('keeps the state when the hook returns false, until the object is triggered again', () => {
  let isReady = false
  const { engine, runNextJob, id, readState } = createCertificate(() => (isReady ? {} : false))
  runNextJob()
  expect([readState(), runNextJob()]).toEqual(['pending', undefined])
  isReady = true
  engine.trigger('Certificate', id, 'create')
  runNextJob()
  expect(readState()).toBe('verified')
})

it('schedules nothing for an object that is created in its last state', () => {
  const { runNextJob, readState } = createCertificate(undefined, { state: 'verified' })
  expect([readState(), runNextJob()]).toEqual(['verified', undefined])
})

it('ignores the job of an earlier trigger', () => {
  const { engine, runNextJob } = createTestEngine()
  const rules = { inbound_rules: [], outbound_rules: [], droplet_ids: [], tags: [], pending_changes: [] }
  const { id } = engine.create('Firewall', { name: 'web', ...rules })
  engine.trigger('Firewall', id, 'firewalls_update')
  runNextJob()
  expect(engine.get('Firewall', id).status).toBe('waiting')
  runNextJob()
  expect(engine.get('Firewall', id).status).toBe('succeeded')
})

it('runs a transition to the same state once for each trigger', () => {
  const entered: string[] = []
  const { engine, runNextJob } = createTestEngine({
    LoadBalancer: {
      onEnter: {
        active: (_balancer, _key, _ctx, { trigger }) => {
          entered.push(trigger)
          return {}
        },
      },
    },
  })
  const settings = { forwarding_rules: [], droplet_ids: [], vpc_uuid: '', project_id: '', ip: '', ipv6: '', tag: '' }
  const parts = { health_check: {}, sticky_sessions: {}, firewall: {} }
  const { id } = engine.untyped.create('LoadBalancer', { name: 'web', ...settings, ...parts }) as { readonly id: string }
  runNextJob()
  engine.trigger('LoadBalancer', id, 'loadBalancers_update')
  expect([runNextJob(), runNextJob()]).toEqual(['engine.transition', undefined])
  expect(entered).toEqual(['create', 'loadBalancers_update'])
})

it('schedules the deletion of an object whose transition declares one', () => {
  const { engine, runNextJob } = createTestEngine()
  const { id } = engine.create('VpcPeering', { name: 'shop-to-books', vpc_ids: [] })
  runNextJob()
  expect(engine.trigger('VpcPeering', id, 'vpcPeerings_delete').status).toBe('DELETING')
  expect(runNextJob()).toBe('engine.remove')
})
