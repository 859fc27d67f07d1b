import type { Call } from '../../engine/call.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import { conflict, unprocessable } from '../../engine/failure.ts'
import { parentKey } from '../../store/store.ts'
import { checkRecord, pickTypeFields, normalizeData, normalizeName } from '../../shared/record-format.ts'
import { checkCnameConflict, syncTxtTtl, unsetFields, updateZoneFile } from '../../shared/zone.ts'

type DnsRecord = Kinds['DomainRecord']

type RecordChange = 'domains_records_update' | 'domains_records_replace'

const getDomain = (parent: string): string => parentKey(parent)?.id ?? ''

/** Parses an update, which keeps omitted and null fields. @throws Failure 422 */
function parseRecord(body: Call<RecordChange>['body'], ctx: AccountContext, record: DnsRecord, parent: string): DnsRecord {
  const { type: requestedType, name, data, ttl, tag, ...numbers } = body
  const { type } = record
  const domain = getDomain(parent)
  if (requestedType && requestedType !== type) throw unprocessable(`type: this record is of type ${type}, not ${requestedType}`)
  // Clients send an empty tag for a record without one.
  const extras = pickTypeFields(type, { ...numbers, tag: tag || undefined })
  const next: DnsRecord = {
    ...record,
    ...extras,
    name: typeof name === 'string' ? normalizeName(name, domain) : record.name,
    data: typeof data === 'string' ? normalizeData(type, data, domain, tag || record.tag) : record.data,
    ttl: ttl ?? record.ttl,
  }
  if (type === 'SOA') {
    if (next.name !== record.name) throw unprocessable('name: only the ttl of a SOA record can be changed')
    if (next.data !== record.data && next.data !== String(ttl)) throw unprocessable('data: only the ttl of a SOA record can be changed')
    return { ...next, data: String(next.ttl) }
  }
  checkRecord(next)
  if (next.name !== record.name) checkCnameConflict(ctx, parent, next)
  return next
}

const recordHooks: ResourceHooks<'DomainRecord'> = {
  /** Clients filter by the fully qualified name. */
  listQuery: ({ path }, _ctx, { filters }) => ({
    order: 'oldest',
    where: filters.flatMap((filter) => {
      if (filter.field !== 'name') return [filter]
      const name = String(filter.equals)
      return name === '' ? [] : [{ ...filter, equals: normalizeName(name, String(path['domain_name']).toLowerCase()), ignoreCase: true }]
    }),
  }),
  parseCreate: ({ body }: Call<'domains_records_create'>, ctx, parent) => {
    const domain = getDomain(parent)
    if (body.type === 'SOA') throw conflict(`${domain} already has a SOA record. Change the ttl of that one.`)
    const { type, name = '@', ttl = 1800 } = body
    const data = normalizeData(type, body.data, domain, 'tag' in body ? body.tag : undefined)
    const fields = { type, name: normalizeName(name, domain), data, ttl, ...pickTypeFields(type, body) }
    checkRecord(fields)
    checkCnameConflict(ctx, parent, fields)
    return { fields: { ...unsetFields, ...fields } }
  },
  parseUpdate: ({ body, operation }: Call<RecordChange>, ctx, record, { parent = '' }) => {
    const domain = getDomain(parent)
    // PUT requires the complete host, because the stored host has lost its trailing dot.
    if (operation.method === 'PUT') normalizeData(record.type, body.data ?? record.data, domain, body.tag ?? record.tag)
    return { set: parseRecord(body, ctx, record, parent) }
  },
  afterUpdate: (value, { parent = '' }, ctx) => {
    syncTxtTtl(ctx, parent, value)
    updateZoneFile(ctx, getDomain(parent))
  },
  beforeDelete: ({ type }) => {
    if (type === 'SOA') throw unprocessable('The SOA record cannot be deleted.')
  },
  afterDelete: (_, { parent }, ctx) => {
    const domain = parentKey(parent)
    if (domain && ctx.engine.find('Domain', domain.id)) updateZoneFile(ctx, domain.id)
  },
}

export const hooks: HooksByKind = { DomainRecord: recordHooks }
