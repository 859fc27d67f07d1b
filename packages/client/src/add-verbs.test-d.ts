import type { ActionList, ActionResponse, NfsActionResponse, ReservedIpActionResponse } from '@spindrift/types'
import { expectTypeOf, test } from 'vitest'
import type { Call } from './call.ts'
import type { Cloud } from './create-cloud.ts'
import { createVolumeActions } from './generated/volume-actions.ts'
import type { ActionCall } from './wait/operations.ts'

declare const cloud: Cloud
const volume = '506f78a4-e098-11e5-ad9f-000f53306ae1'

test('each method takes ids, fields and options, and returns the result of create', () => {
  expectTypeOf(cloud.droplets.actions.powerOff(1)).toEqualTypeOf<ActionCall<ActionResponse>>()
  expectTypeOf(cloud.droplets.actions.powerOff(1, { waitForLockMs: 1 }).wait()).resolves.toEqualTypeOf<ActionResponse>()
  expectTypeOf(cloud.droplets.actions.resize(1, { size: 's-2vcpu-4gb', disk: true })).toEqualTypeOf<ActionCall<ActionResponse>>()
  expectTypeOf(cloud.volumes.actions.attach(volume, { droplet_id: 1 }, { timeoutMs: 1 })).toEqualTypeOf<ActionCall<ActionResponse>>()
  expectTypeOf(cloud.reservedIps.actions.unassign('203.0.113.25')).toEqualTypeOf<ActionCall<ReservedIpActionResponse>>()
  expectTypeOf(cloud.nfs.actions.resize('a', { params: { size_gib: 100 } })).toEqualTypeOf<Call<NfsActionResponse>>()
  expectTypeOf(createVolumeActions().resize).toEqualTypeOf(cloud.volumes.actions.resize)
})

test('tag and name select the resources', () => {
  expectTypeOf(cloud.droplets.actions.powerOffByTag('web', { timeoutMs: 1 })).toEqualTypeOf<ActionCall<ActionList>>()
  expectTypeOf(cloud.droplets.actions.snapshotByTag('web', { name: 'x' })).toEqualTypeOf<ActionCall<ActionList>>()
  expectTypeOf(cloud.volumes.actions.attachByName({ volume_name: 'a', region: 'nyc3', droplet_id: 1 })).toEqualTypeOf<
    ActionCall<ActionResponse>
  >()
})

test('optional fields may be omitted', () => {
  expectTypeOf(cloud.droplets.actions.snapshot(1)).toEqualTypeOf<ActionCall<ActionResponse>>()
  void cloud.droplets.actions.snapshot(1, undefined, { timeoutMs: 1 })
  void cloud.volumes.actions.detach(volume)
})

test('invalid arguments do not compile', () => {
  expectTypeOf(cloud.droplets.actions.powerOff).parameter(0).toEqualTypeOf<number>()
  // @ts-expect-error the size is missing
  void cloud.droplets.actions.resize(1)
  // @ts-expect-error the field is size
  void cloud.droplets.actions.resize(1, { slug: 's-2vcpu-4gb' })
  // @ts-expect-error disk is a boolean
  void cloud.droplets.actions.resize(1, { size: 's-2vcpu-4gb', disk: 'yes' })
  // @ts-expect-error the method sets the type
  void cloud.droplets.actions.resize(1, { type: 'resize', size: 's-2vcpu-4gb' })
  // @ts-expect-error only rename has a name
  void cloud.droplets.actions.resize(1, { size: 's-2vcpu-4gb', name: 'web-01' })
  // @ts-expect-error there are no fields
  void cloud.droplets.actions.powerOff(1, { name: 'x' })
  // @ts-expect-error the id is a number
  void cloud.droplets.actions.powerOff('1')
  // @ts-expect-error this type needs a single droplet
  void cloud.droplets.actions.resizeByTag('web', { size: 's-2vcpu-4gb' })
  // @ts-expect-error there is no such method
  void cloud.droplets.actions.explode(1)
})
