import type { AccountContext } from '../../engine/account-context.ts'
import type { Operations } from '../../generated/types.ts'
import type { JobPayload } from '../../shared/schedule-job.ts'

export type AuthKey = Operations['partnerNetworkConnect_attachments_getBgpAuthKey']['reply']['bgp_auth_key']

export type ServiceKey = Operations['partnerNetworkConnect_attachments_getServiceKey']['reply']['service_key']

export function createServiceKey({ clock }: AccountContext): ServiceKey {
  return { value: '', created_at: clock.timestamp(), state: 'CREATING' }
}

export function createKey({ id }: JobPayload, { engine, ids, clock }: AccountContext): void {
  if (!engine.find('PartnerAttachment', id)) return
  engine.setHidden('PartnerAttachment', id, { serviceKey: { value: ids.hex(40), created_at: clock.timestamp(), state: 'CREATED' } })
}
