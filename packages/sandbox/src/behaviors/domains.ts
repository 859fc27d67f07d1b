import type { Behavior } from '../engine/call.ts'
import { unprocessable } from '../engine/failure.ts'
import { readBody } from '../engine/serve.ts'
import type { World } from '../engine/world.ts'
import { under } from '../store/store.ts'
import type { FamilyBehavior } from './family.ts'
import { addRecord, writeZone } from './shared/zone.ts'

const nameServers = ['ns1', 'ns2', 'ns3'].map((host) => `${host}.spindrift.example.`)

const create: Behavior = (call, world) => {
  const { name: given, ip_address: address } = readBody(call)
  const name = String(given).toLowerCase()
  if (typeof address === 'string' && address !== '' && !isIpv4.test(address)) throw unprocessable('ip_address: must be an IPv4 address')
  const domain = world.engine.create('Domain', { name })
  buildZone(world, name, typeof address === 'string' ? address : '')
  // The zone is there from the next request on; this answer is of the moment before.
  return { body: JSON.stringify({ domain }) }
}

const isIpv4 = /^((25[0-5]|2[0-4]\d|1?\d?\d)(\.|$)){4}$/

function buildZone(world: World, name: string, address: string): void {
  const parent = under({ kind: 'Domain', id: name })
  addRecord(world, parent, { type: 'SOA', name: '@', data: '1800', ttl: 1800 })
  for (const data of nameServers) addRecord(world, parent, { type: 'NS', name: '@', data, ttl: 1800 })
  if (address !== '') addRecord(world, parent, { type: 'A', name: '@', data: address, ttl: 1800 })
  writeZone(world, name)
}

export const domains: FamilyBehavior = { operations: { domains_create: create } }
