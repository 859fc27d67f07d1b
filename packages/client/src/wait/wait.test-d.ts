/** Type tests of lists, waits and type guards. Compiled by `tsc`, never run. */
/* oxlint-disable vitest/expect-expect -- each `@ts-expect-error` is an assertion */
import type {
  Action,
  ActionResponse,
  Droplet,
  DropletList,
  DropletResponse,
  KubernetesCluster,
  NfsAccessPointActionResponse,
  SecurityFinding,
} from '@spindrift/types'
import { expectTypeOf, test } from 'vitest'
import { createActions } from '../generated/actions.ts'
import { type ActionCall, createCloud, createGovernor, isNotFound, type ListCall, logCalls, type Page } from '../index.ts'

const cloud = createCloud()
const path = { droplet_id: 1 }

test('lists can be iterated', () => {
  expectTypeOf(cloud.droplets.list()).toEqualTypeOf<ListCall<DropletList, Droplet>>()
  expectTypeOf(cloud.droplets.list({ query: { tag_name: 'a' } }).toArray({ limit: 5 })).resolves.toEqualTypeOf<Droplet[]>()
  expectTypeOf(cloud.droplets.list().pages()).toEqualTypeOf<AsyncIterable<Page<Droplet, DropletList>>>()
  expectTypeOf(cloud.kubernetes.clusters.list().toArray()).resolves.toEqualTypeOf<KubernetesCluster[]>()
  expectTypeOf(cloud.security.scans.getLatest().toArray()).resolves.toEqualTypeOf<SecurityFinding[]>()
  // @ts-expect-error a single droplet is not a list
  void cloud.droplets.get(1).pages
  // @ts-expect-error the droplet is missing
  void cloud.droplets.snapshots.list()
  // @ts-expect-error it is tag_name
  void cloud.droplets.list({ query: { tag: 'a' } })
})

test('waitUntil accepts the states of the resource', () => {
  expectTypeOf(cloud.droplets.get.waitUntil({ path }, 'active')).resolves.toEqualTypeOf<DropletResponse>()
  void cloud.droplets.get.waitUntil(1, 'active', { timeoutMs: 1 })
  void cloud.kubernetes.nodePools.list('a')
  void cloud.droplets.actions.get.waitUntil(1, 2, 'completed')
  // @ts-expect-error the action is missing
  void cloud.droplets.actions.get.waitUntil(1, 'completed')
  void cloud.droplets.get.waitUntil({ path }, ['off', 'archive'], { timeoutMs: 1, onState: (state) => state.length })
  void cloud.security.scans.getLatest.waitUntil(undefined, 'COMPLETED')
  // @ts-expect-error droplets have no state ready
  void cloud.droplets.get.waitUntil({ path }, 'ready')
  // @ts-expect-error a volume has no states
  void cloud.volumes.get.waitUntil
})

test('calls that start actions can wait', () => {
  expectTypeOf(cloud.droplets.actions.create({ path, body: { type: 'reboot' } })).toEqualTypeOf<ActionCall<ActionResponse>>()
  expectTypeOf(
    cloud.droplets.actions.create({ path, body: { type: 'reboot' } }, { waitForLockMs: 1 }).wait(),
  ).resolves.toEqualTypeOf<ActionResponse>()
  expectTypeOf(cloud.actions.wait(7)).resolves.toEqualTypeOf<Action>()
  expectTypeOf(createActions()).toEqualTypeOf(cloud.actions)
  // @ts-expect-error creating a volume starts no action
  void cloud.volumes.create({ body: { name: 'a', region: 'nyc3', size_gigabytes: 1 } }).wait
  expectTypeOf(
    cloud.nfs.accessPoints.delete({ path: { access_point_id: 'a' } }).wait(),
  ).resolves.toEqualTypeOf<NfsAccessPointActionResponse>()
  // @ts-expect-error these actions cannot be read, and the share stays ACTIVE
  void cloud.nfs.actions.create({ path: { nfs_id: 'a' }, body: { type: 'resize', params: { size_gib: 100 } } }).wait
  // @ts-expect-error this operation has no lock
  void cloud.nfs.accessPoints.delete({ path: { access_point_id: 'a' } }, { waitForLockMs: 1 })
  // @ts-expect-error only calls that start actions have a lock
  void cloud.volumes.list({}, { waitForLockMs: 1 })
})

test('options and type guards have exact types', () => {
  void createCloud({ retry: false, maxWaitMs: 0, governor: createGovernor({ perMinute: 100 }), userAgent: 'storefront/1.4', ...logCalls() })
  void cloud.withOptions({ retry: { retries: 1 } }).droplets.list({}, { retry: false })
  // @ts-expect-error the budget is an option of the client
  void cloud.droplets.list({}, { retry: { budget: 1 } })
  const error: unknown = undefined
  if (isNotFound(error)) expectTypeOf(error.status).toEqualTypeOf<number>()
})
