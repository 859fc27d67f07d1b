import type { Behavior, Call } from '../../engine/call.ts'
import { conflict, unprocessable } from '../../engine/failure.ts'
import { readPage, replyPage } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Condition, type Key, under } from '../../store/store.ts'
import type { FamilyBehavior } from '../family.ts'
import { checkRecord, pickExtras, readData, readName } from '../../shared/record-forms.ts'
import { addRecord, checkAlone, shareTtl, writeZone } from '../../shared/zone.ts'

/** @throws Failure 404 */
function openDomain(call: Call, { engine }: World): string {
  const domain = String(call.path['domain_name']).toLowerCase()
  engine.text({ kind: 'Domain', id: domain })
  return domain
}

/** @throws Failure 404 */
function openRecord(call: Call, world: World): { readonly key: Key; readonly record: Value; readonly domain: string } {
  const domain = openDomain(call, world)
  const key = { kind: 'DomainRecord', parent: under({ kind: 'Domain', id: domain }), id: String(call.path['domain_record_id']) }
  return { key, record: world.engine.get(key), domain }
}

/** By the name in full, as clients ask. */
const list: Behavior = (call, world) => {
  const domain = openDomain(call, world)
  const { name, type } = call.query
  const where: Condition[] = []
  if (typeof type === 'string') where.push({ field: 'type', equals: type })
  if (typeof name === 'string' && name !== '') where.push({ field: 'name', equals: readName(name, domain), fold: true })
  const parent = under({ kind: 'Domain', id: domain })
  return replyPage(call, 'domain_records', world.engine.list({ kind: 'DomainRecord', parent, where, page: readPage(call) }))
}

const get: Behavior = (call, world) => ({ body: JSON.stringify({ domain_record: openRecord(call, world).record }) })

const create: Behavior = (call, world) => {
  const domain = openDomain(call, world)
  const { type, name = '@', data, ttl = 1800, ...rest } = readBody(call)
  if (type === 'SOA') throw conflict(`${domain} already has a SOA record. Change the ttl of that one.`)
  const kind = String(type)
  const fields = {
    type,
    name: readName(String(name), domain),
    data: readData(kind, String(data), domain, rest['tag']),
    ttl,
    ...pickExtras(kind, rest),
  }
  checkRecord(fields)
  const parent = under({ kind: 'Domain', id: domain })
  checkAlone(world, parent, fields)
  shareTtl(world, parent, fields)
  const record = addRecord(world, parent, fields)
  writeZone(world, domain)
  return { body: JSON.stringify({ domain_record: record }) }
}

/** What is left out or null stays. */
const patch: Behavior = (call, world) => {
  const { key, record, domain } = openRecord(call, world)
  const kind = String(record['type'])
  const given = Object.fromEntries(Object.entries(readBody(call)).filter(([, value]) => value !== null && value !== undefined))
  const { type = kind, name, data, ttl, ...rest } = given
  if (type !== kind) throw unprocessable(`type: this record is of type ${kind}, not ${String(type)}`)
  // An empty tag is what clients send for a record that has none.
  if (rest['tag'] === '') delete rest['tag']
  const next: Value = {
    ...record,
    ...Object.fromEntries(Object.entries(pickExtras(kind, rest)).filter(([, value]) => value !== undefined)),
    ...(name !== undefined && { name: readName(String(name), domain) }),
    ...(data !== undefined && { data: readData(kind, String(data), domain, rest['tag'] ?? record['tag']) }),
    ...(ttl !== undefined && { ttl }),
  }
  if (kind === 'SOA') {
    for (const field of ['name', 'data'])
      if (next[field] !== record[field] && !(field === 'data' && next['data'] === String(ttl)))
        throw unprocessable(`${field}: only the ttl of a SOA record can be changed`)
    next['data'] = String(next['ttl'])
  } else {
    checkRecord(next)
    if (next['name'] !== record['name']) checkAlone(world, key.parent ?? '', next)
  }
  const changed = world.engine.change(key, next)
  shareTtl(world, key.parent ?? '', next)
  writeZone(world, domain)
  return { body: JSON.stringify({ domain_record: changed }) }
}

/** As PATCH, but the host of a record is needed each time, for the one that is stored has lost its dot. */
const update: Behavior = (call, world) => {
  const { record, domain } = openRecord(call, world)
  const { data, tag } = readBody(call)
  readData(String(record['type']), String(data ?? record['data']), domain, tag ?? record['tag'])
  return patch(call, world)
}

const remove: Behavior = (call, world) => {
  const { key, record, domain } = openRecord(call, world)
  if (record['type'] === 'SOA') throw unprocessable('The SOA record cannot be deleted.')
  world.engine.remove(key)
  writeZone(world, domain)
  return {}
}

export const domainRecords: FamilyBehavior = {
  operations: {
    domainRecords_list: list,
    domainRecords_get: get,
    domainRecords_create: create,
    domainRecords_update: update,
    domainRecords_patch: patch,
    domainRecords_delete: remove,
  },
}
