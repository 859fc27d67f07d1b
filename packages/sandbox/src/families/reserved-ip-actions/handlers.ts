/** Actions of reserved IPs, under the current and the former path. */
import { finishAssignment } from '../../shared/addresses.ts'
import type { Handlers, Jobs } from '../family.ts'
import { listAddressActions, getAddressAction, createAddressAction } from './address-actions.ts'

export const handlers = {
  reservedIps_actions_list: listAddressActions,
  reservedIps_actions_get: getAddressAction,
  reservedIps_actions_create: createAddressAction,
} satisfies Handlers

export const jobs: Jobs = { 'reservedIpActions.finish': finishAssignment }
