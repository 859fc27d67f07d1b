import { isIPv4 } from 'node:net'
import { listUsers } from '../../auth/users.ts'
import type { Behavior, Call } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import { readBody } from '../../engine/serve.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import type { FamilyBehavior } from '../family.ts'
import { forgetPlace } from '../../shared/project-urns.ts'
import { addRecord, writeZone } from '../../shared/zone.ts'

const nameServers = ['ns1', 'ns2', 'ns3'].map((host) => `${host}.spindrift.example`)

/** Kept small; requests may spell it as they like. */
const keyOf = (call: Call): Key => ({ kind: 'Domain', id: String(call.path['domain_name']).toLowerCase() })

const get: Behavior = (call, world) => ({ body: `{"domain":${world.engine.text(keyOf(call))}}` })

const create: Behavior = (call, world) => {
  const { name: given, ip_address: address } = readBody(call)
  const name = String(given).toLowerCase()
  if (typeof address === 'string' && address !== '' && !isIPv4(address)) throw unprocessable('ip_address: must be an IPv4 address')
  checkFree(world, name)
  const domain = world.engine.create('Domain', { name, ttl: 1800, zone_file: '' })
  buildZone(world, name, typeof address === 'string' ? address : '')
  // The zone is there from the next request on; this answer is of the moment before.
  return { body: JSON.stringify({ domain }) }
}

/** A zone is there once, whoever has it. @throws Failure 422 */
function checkFree({ platform }: World, name: string): void {
  const isTaken = listUsers(platform.store).some(({ account }) => platform.worldOf(account).engine.find({ kind: 'Domain', id: name }))
  if (isTaken) throw unprocessable('Name has already been taken')
}

function buildZone(world: World, name: string, address: string): void {
  const parent = under({ kind: 'Domain', id: name })
  addRecord(world, parent, { type: 'SOA', name: '@', data: '1800', ttl: 1800 })
  for (const data of nameServers) addRecord(world, parent, { type: 'NS', name: '@', data, ttl: 1800 })
  if (address !== '') addRecord(world, parent, { type: 'A', name: '@', data: address, ttl: 1800 })
  writeZone(world, name)
}

const remove: Behavior = (call, world) => {
  const key = keyOf(call)
  world.engine.remove(key)
  forgetPlace(world, `do:domain:${key.id}`)
  return {}
}

export const domains: FamilyBehavior = { operations: { domains_create: create, domains_get: get, domains_delete: remove } }
