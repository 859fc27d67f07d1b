/** Partner attachments, and the two keys of each: one for the routers, one to order the other end with. */
import type { Handler, Call } from '../../engine/call.ts'
import { conflict, Failure, notFound, unprocessable } from '../../engine/failure.ts'
import type { ResourceHooks, CreateFields } from '../../engine/hooks.ts'
import { answerValues } from '../../engine/pages.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Operations } from '../../generated/types.ts'
import type { Family } from '../family.ts'
import { type BgpRequest, checkParent, readBgp, readVpcs } from './read-attachment.ts'
import { type JobPayload, scheduleIn } from '../../shared/schedule-job.ts'

type AuthKey = Operations['partnerNetworkConnect_attachments_getBgpAuthKey']['reply']['bgp_auth_key']
type ServiceKey = Operations['partnerNetworkConnect_attachments_getServiceKey']['reply']['service_key']

declare module '../../engine/kinds.ts' {
  interface Hidden {
    PartnerAttachment: { bgpAuthKey?: AuthKey; serviceKey: ServiceKey }
  }
}

const secondsToCreate = 10
const secondsToMakeKey = 5

function parseAttachment(
  { body }: Call<'partnerNetworkConnect_attachments_create'>,
  ctx: AccountContext,
): CreateFields<'PartnerAttachment'> {
  const { name, region, naas_provider, connection_bandwidth_in_mbps, parent_uuid: parent, bgp } = body
  const vpcs = readVpcs(ctx, body.vpc_ids, region)
  if (parent) checkParent(ctx, parent, vpcs, connection_bandwidth_in_mbps)
  const fields = {
    name,
    region,
    naas_provider,
    connection_bandwidth_in_mbps,
    vpc_ids: vpcs,
    bgp: readBgp(bgp),
    parent_uuid: parent || undefined,
  }
  const hidden = { bgpAuthKey: authKey(ctx, bgp), serviceKey: newKey(ctx) }
  return { fields, lifecycle: false, hidden }
}

function authKey({ clock }: AccountContext, bgp: BgpRequest | undefined): AuthKey | undefined {
  return bgp && { value: bgp.auth_key, created_at: clock.stamp(), state: 'CREATED' }
}

function newKey({ clock }: AccountContext): ServiceKey {
  return { value: '', created_at: clock.stamp(), state: 'CREATING' }
}

const getAuthKey: Handler<'partnerNetworkConnect_attachments_getBgpAuthKey'> = ({ path }, { engine }) => {
  const { bgpAuthKey } = engine.hidden('PartnerAttachment', path.pa_id)
  if (bgpAuthKey === undefined) throw notFound()
  return { bgp_auth_key: bgpAuthKey }
}

const replaceServiceKey: Handler<'partnerNetworkConnect_attachments_createServiceKey'> = ({ path: { pa_id: id } }, ctx) => {
  const { state } = ctx.engine.get('PartnerAttachment', id)
  if (state !== 'CREATED') throw unprocessable(`The attachment must be CREATED first; it is ${state}.`)
  ctx.engine.hide('PartnerAttachment', id, { serviceKey: newKey(ctx) })
  scheduleIn(ctx, secondsToMakeKey, 'partnerNetworkConnect.makeKey', { id })
  return {}
}

function open({ id }: JobPayload, ctx: AccountContext): void {
  if (ctx.engine.find('PartnerAttachment', id)?.state !== 'CREATING') return
  ctx.engine.change('PartnerAttachment', id, { state: 'CREATED' })
  createKey({ id }, ctx)
}

function createKey({ id }: JobPayload, { engine, ids, clock }: AccountContext): void {
  if (!engine.find('PartnerAttachment', id)) return
  engine.hide('PartnerAttachment', id, { serviceKey: { value: ids.hex(40), created_at: clock.stamp(), state: 'CREATED' } })
}

function listChildren({ engine }: AccountContext, id: string): string[] {
  return engine.all('PartnerAttachment', { where: [{ field: 'parent_uuid', equals: id }] }).map((child) => child.id)
}

const attachment: ResourceHooks<'PartnerAttachment'> = {
  parseCreate: parseAttachment,
  afterCreate: ({ id }, _key, ctx) => scheduleIn(ctx, secondsToCreate, 'partnerNetworkConnect.open', { id }),
  serialize: (value, { id }, ctx) => {
    const children = listChildren(ctx, id)
    return { ...value, ...(children.length > 0 && { children }) }
  },
  beforeUpdate: ({ state }) => {
    if (state === 'DELETING') throw unprocessable('The attachment is being deleted.')
  },
  reading: (body: Operations['partnerNetworkConnect_attachments_update']['body'], _call, ctx, before) => {
    const { name, vpc_ids: vpcs, bgp } = body
    if (name === undefined && !vpcs && !bgp) throw unprocessable('name, vpc_ids, bgp: at least one must be given.')
    const { id = '', region = '' } = before ?? {}
    const fields = { name, ...(vpcs && { vpc_ids: readVpcs(ctx, vpcs, region) }), ...(bgp && { bgp: readBgp(bgp) }) }
    if (bgp) ctx.engine.hide('PartnerAttachment', id, { bgpAuthKey: authKey(ctx, bgp) })
    return fields
  },
  beforeDelete: ({ state }, { id }, ctx) => {
    if (state === 'DELETING') throw conflict('The attachment is being deleted already.')
    if (listChildren(ctx, id).length > 0) throw new Failure(403, 'Other attachments have this one as their parent. Delete them first.')
  },
}

export const partnerNetworkConnect: Family = {
  handlers: {
    partnerNetworkConnect_attachments_getBgpAuthKey: getAuthKey,
    partnerNetworkConnect_attachments_listRemoteRoutes: (call, { engine }) => {
      // Nobody has connected the other end, so nothing is announced.
      engine.get('PartnerAttachment', call.path.pa_id)
      return answerValues(call, 'remote_routes', [])
    },
    partnerNetworkConnect_attachments_getServiceKey: ({ path }, { engine }) => ({
      service_key: engine.hidden('PartnerAttachment', path.pa_id).serviceKey,
    }),
    partnerNetworkConnect_attachments_createServiceKey: replaceServiceKey,
  },
  kinds: { PartnerAttachment: attachment },
  jobs: { 'partnerNetworkConnect.open': open, 'partnerNetworkConnect.makeKey': createKey },
}
