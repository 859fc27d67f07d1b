/** The older name of reserved IPs: answers are under both. */
import { answerPage, parsePage } from '../../engine/pages.ts'
import {
  createAddressAction as createAction,
  getAddressAction as getAction,
  listAddressActions as listActions,
} from '../reserved-ip-actions/index.ts'
import { reserveAddress } from '../reserved-ips/index.ts'
import type { Handlers } from '../family.ts'

export const handlers = {
  floatingIps_list: (call, { engine }) => {
    const found = engine.list('ReservedIp', { order: 'newest', page: parsePage(call) })
    const shown = found.map((address) => engine.serialize('ReservedIp', address.ip, address))
    const page = { texts: shown.map((address) => JSON.stringify(address)).join(','), total: engine.count('ReservedIp') }
    return answerPage(call, 'reserved_ips', page, { floating_ips: shown })
  },
  floatingIps_create: (call, ctx) => {
    const { reserved_ip, links } = reserveAddress(call, ctx)
    return { floating_ip: reserved_ip, reserved_ip, links }
  },
  floatingIps_actions_list: listActions,
  floatingIps_actions_get: getAction,
  floatingIps_actions_create: createAction,
} satisfies Handlers
