import type { Call } from '../../engine/call.ts'
import { conflict, unprocessable } from '../../engine/failure.ts'
import type { HooksByKind, ResourceHooks, TypedCreatePlan } from '../../engine/hooks.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { type BgpRequest, checkParent, parseBgp, requireVpcs, createKey, createServiceKey, type AuthKey } from './attachment-settings.ts'

function parseAttachment(
  { body }: Call<'partnerNetworkConnect_attachments_create'>,
  ctx: AccountContext,
): TypedCreatePlan<'PartnerAttachment'> {
  const { name, region, naas_provider, connection_bandwidth_in_mbps, parent_uuid: parent, bgp, redundancy_zone } = body
  const vpcs = requireVpcs(ctx, body.vpc_ids, region)
  if (parent) checkParent(ctx, parent, vpcs, connection_bandwidth_in_mbps)
  const fields = {
    name,
    region,
    naas_provider,
    connection_bandwidth_in_mbps,
    vpc_ids: vpcs,
    bgp: parseBgp(bgp),
    parent_uuid: parent || undefined,
    redundancy_zone,
  }
  const hidden = { bgpAuthKey: authKey(ctx, bgp), serviceKey: createServiceKey(ctx) }
  return { fields, hidden }
}

function authKey({ clock }: AccountContext, bgp: BgpRequest | undefined): AuthKey | undefined {
  return bgp && { value: bgp.auth_key, created_at: clock.timestamp(), state: 'CREATED' }
}

function listChildren({ engine }: AccountContext, id: string): string[] {
  return engine.list('PartnerAttachment', { where: [{ field: 'parent_uuid', equals: id }] }).map((child) => child.id)
}

const attachment: ResourceHooks<'PartnerAttachment'> = {
  parseCreate: parseAttachment,
  onEnter: {
    CREATED: (value, _key, ctx) => {
      createKey(value, ctx)
    },
  },
  serialize: (value, { id }, ctx) => {
    const children = listChildren(ctx, id)
    return { ...value, ...(children.length > 0 && { children }) }
  },
  beforeUpdate: ({ state }) => {
    if (state === 'DELETING') throw unprocessable('The attachment is being deleted.')
  },
  parseUpdate: ({ body }: Call<'partnerNetworkConnect_attachments_update'>, ctx, { id, region }) => {
    const { name, vpc_ids: vpcs, bgp } = body
    if (name === undefined && !vpcs && !bgp) throw unprocessable('name, vpc_ids, bgp: at least one must be given.')
    const fields = { name, ...(vpcs && { vpc_ids: requireVpcs(ctx, vpcs, region) }), ...(bgp && { bgp: parseBgp(bgp) }) }
    if (bgp) ctx.engine.setHidden('PartnerAttachment', id, { bgpAuthKey: authKey(ctx, bgp) })
    return { fields }
  },
  beforeDelete: ({ state }) => {
    if (state === 'DELETING') throw conflict('The attachment is being deleted already.')
  },
}

export const hooks: HooksByKind = { PartnerAttachment: attachment }
