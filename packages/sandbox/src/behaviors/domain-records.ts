import type { Behavior, Call } from '../engine/call.ts'
import { conflict, unprocessable } from '../engine/failure.ts'
import { openKey, readBody } from '../engine/serve.ts'
import { under } from '../store/store.ts'
import type { FamilyBehavior } from './family.ts'
import { addRecord, writeZone } from './shared/zone.ts'

/** What each type has beside name, data and ttl; the rest stays null. */
const extras: Readonly<Record<string, readonly string[]>> = { MX: ['priority'], SRV: ['priority', 'port', 'weight'], CAA: ['flags', 'tag'] }

const domainOf = (call: Call) => String(call.path['domain_name'])

const create: Behavior = (call, world) => {
  const { type, name = '@', data, ttl = 1800, ...rest } = readBody(call)
  const domain = domainOf(call)
  world.engine.text({ kind: 'Domain', id: domain })
  if (type === 'SOA') throw conflict('type: the zone has its SOA record already.')
  const record = addRecord(world, under({ kind: 'Domain', id: domain }), { type, name, data, ttl, ...pick(rest, String(type)) })
  writeZone(world, domain)
  return { body: JSON.stringify({ domain_record: record }) }
}

const update: Behavior = (call, world) => {
  const key = openKey(call, world)
  const { type, name, data, ttl, ...rest } = readBody(call)
  const record = world.engine.get(key)
  if (record['type'] !== type) throw unprocessable(`type: the record is of type ${String(record['type'])}.`)
  if (type === 'SOA' && (name !== undefined || data !== undefined)) throw unprocessable('ttl: is all that can be changed of a SOA record.')
  const given = Object.fromEntries(
    Object.entries({ name, data, ttl, ...pick(rest, String(type)) }).filter(([, value]) => value !== undefined),
  )
  const changed = world.engine.update(key, type === 'SOA' && ttl !== undefined ? { ttl, data: String(ttl) } : given)
  writeZone(world, domainOf(call))
  return { body: JSON.stringify({ domain_record: changed }) }
}

const remove: Behavior = (call, world) => {
  const key = openKey(call, world)
  if (world.engine.get(key)['type'] === 'SOA') throw unprocessable('The SOA record cannot be deleted.')
  world.engine.remove(key)
  writeZone(world, domainOf(call))
  return {}
}

function pick(fields: Readonly<Record<string, unknown>>, type: string): Record<string, unknown> {
  return Object.fromEntries((extras[type] ?? []).map((name) => [name, fields[name]]))
}

export const domainRecords: FamilyBehavior = {
  operations: { domainRecords_create: create, domainRecords_update: update, domainRecords_patch: update, domainRecords_delete: remove },
}
