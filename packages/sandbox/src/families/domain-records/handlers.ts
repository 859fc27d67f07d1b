import type { Handler, Call } from '../../engine/call.ts'
import { conflict, unprocessable } from '../../engine/failure.ts'
import { type ObjectRef, keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { childPath } from '../../store/store.ts'
import { checkRecord, pickTypeFields, normalizeData, normalizeName } from '../../shared/record-format.ts'
import { addRecord, checkCnameConflict, syncTxtTtl, updateZoneFile } from '../../shared/zone.ts'
import type { Handlers } from '../family.ts'

/** @throws Failure 404 */
function openDomain({ path }: Call<'domains_records_create' | RecordChange>, { engine }: AccountContext): string {
  return engine.get('Domain', path.domain_name.toLowerCase()).name
}

type RecordChange = 'domains_records_update' | 'domains_records_replace'

interface OpenRecord {
  readonly at: ObjectRef<'DomainRecord'>
  readonly parent: string
  readonly record: Kinds['DomainRecord']
  readonly domain: string
}

/** @throws Failure 404 */
function openRecord(call: Call<RecordChange>, ctx: AccountContext): OpenRecord {
  const domain = openDomain(call, ctx)
  const parent = childPath(keyOf('Domain', domain))
  const at = { parent, id: call.path.domain_record_id }
  return { at, parent, record: ctx.engine.get('DomainRecord', at), domain }
}

const create: Handler<'domains_records_create'> = (call, ctx) => {
  const domain = openDomain(call, ctx)
  const { body } = call
  if (body.type === 'SOA') throw conflict(`${domain} already has a SOA record. Change the ttl of that one.`)
  const { type, name = '@', ttl = 1800 } = body
  const data = normalizeData(type, body.data, domain, 'tag' in body ? body.tag : undefined)
  const fields = { type, name: normalizeName(name, domain), data, ttl, ...pickTypeFields(type, body) }
  checkRecord(fields)
  const parent = childPath(keyOf('Domain', domain))
  checkCnameConflict(ctx, parent, fields)
  syncTxtTtl(ctx, parent, fields)
  const record = addRecord(ctx, parent, fields)
  updateZoneFile(ctx, domain)
  return { domain_record: record }
}

/** Keeps omitted and null fields. */
const patch: Handler<RecordChange> = (call, ctx) => {
  const { at, parent, record, domain } = openRecord(call, ctx)
  const { type: asked, name, data, ttl, tag, ...numbers } = call.body
  const { type } = record
  if (asked && asked !== type) throw unprocessable(`type: this record is of type ${type}, not ${asked}`)
  // Clients send an empty tag for a record without one.
  const extras = pickTypeFields(type, { ...numbers, tag: tag || undefined })
  const next: Kinds['DomainRecord'] = {
    ...record,
    ...extras,
    name: typeof name === 'string' ? normalizeName(name, domain) : record.name,
    data: typeof data === 'string' ? normalizeData(type, data, domain, tag || record.tag) : record.data,
    ttl: ttl ?? record.ttl,
  }
  if (type === 'SOA') {
    if (next.name !== record.name) throw unprocessable('name: only the ttl of a SOA record can be changed')
    if (next.data !== record.data && next.data !== String(ttl)) throw unprocessable('data: only the ttl of a SOA record can be changed')
    next.data = String(next.ttl)
  } else {
    checkRecord(next)
    if (next.name !== record.name) checkCnameConflict(ctx, parent, next)
  }
  const changed = ctx.engine.setFields('DomainRecord', at, next)
  syncTxtTtl(ctx, parent, next)
  updateZoneFile(ctx, domain)
  return { domain_record: changed }
}

/** Replaces a record. Unlike PATCH it requires the host, because the stored host has lost its trailing dot. */
const update: Handler<'domains_records_replace'> = (call, ctx) => {
  const { record, domain } = openRecord(call, ctx)
  const { data, tag } = call.body
  normalizeData(record.type, data ?? record.data, domain, tag ?? record.tag)
  return patch(call, ctx)
}

export const handlers = {
  domains_records_create: create,
  domains_records_replace: update,
  domains_records_update: patch,
} satisfies Handlers
