/** Partner attachments and their two keys: the BGP key for the routers, and the service key to order the other end with. */
import type { Handler } from '../../engine/call.ts'
import { notFound, unprocessable } from '../../engine/failure.ts'
import { answerValues } from '../../engine/pages.ts'
import type { Handlers } from '../family.ts'
import { type AuthKey, createServiceKey, type ServiceKey } from './attachment-settings.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    PartnerAttachment: { bgpAuthKey?: AuthKey; serviceKey: ServiceKey }
  }
}

const getAuthKey: Handler<'partnerNetworkConnect_attachments_getBgpAuthKey'> = ({ path }, { engine }) => {
  const { bgpAuthKey } = engine.getHidden('PartnerAttachment', path.pa_id)
  if (bgpAuthKey === undefined) throw notFound()
  return { bgp_auth_key: bgpAuthKey }
}

const replaceServiceKey: Handler<'partnerNetworkConnect_attachments_createServiceKey'> = ({ path: { pa_id: id } }, ctx) => {
  const { state } = ctx.engine.get('PartnerAttachment', id)
  if (state !== 'CREATED') throw unprocessable(`The attachment must be CREATED first; it is ${state}.`)
  ctx.engine.setHidden('PartnerAttachment', id, { serviceKey: createServiceKey(ctx) })
  ctx.engine.trigger('PartnerAttachment', id, 'partnerNetworkConnect_attachments_createServiceKey')
  return {}
}

export const handlers = {
  partnerNetworkConnect_attachments_getBgpAuthKey: getAuthKey,
  partnerNetworkConnect_attachments_listRemoteRoutes: (call, { engine }) => {
    // The partner has not connected the other end, so no route is announced.
    engine.get('PartnerAttachment', call.path.pa_id)
    return answerValues(call, 'remote_routes', [])
  },
  partnerNetworkConnect_attachments_getServiceKey: ({ path }, { engine }) => ({
    service_key: engine.getHidden('PartnerAttachment', path.pa_id).serviceKey,
  }),
  partnerNetworkConnect_attachments_createServiceKey: replaceServiceKey,
} satisfies Handlers
