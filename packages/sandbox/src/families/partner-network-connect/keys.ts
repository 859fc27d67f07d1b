import type { AccountContext } from '../../engine/account-context.ts'
import type { Operations } from '../../generated/types.ts'

export type AuthKey = Operations['partnerNetworkConnect_attachments_getBgpAuthKey']['reply']['bgp_auth_key']

export type ServiceKey = Operations['partnerNetworkConnect_attachments_getServiceKey']['reply']['service_key']

export function createServiceKey({ clock }: AccountContext): ServiceKey {
  return { value: '', created_at: clock.timestamp(), state: 'CREATING' }
}

/** Replaces the service key of an attachment. */
export function createKey({ id }: { readonly id: string }, { engine, ids, clock }: AccountContext): void {
  engine.setHidden('PartnerAttachment', id, { serviceKey: { value: ids.hex(40), created_at: clock.timestamp(), state: 'CREATED' } })
}
