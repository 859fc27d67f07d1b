/** Actions of reserved IPs, under the current and the former path. */
import { finishAssignment } from '../../shared/addresses.ts'
import type { Handlers, Jobs } from '../family.ts'
import { list, get, create } from './address-actions.ts'

export const handlers = {
  reservedIps_actions_list: list,
  reservedIps_actions_get: get,
  reservedIps_actions_create: create,
} satisfies Handlers

export const jobs: Jobs = { 'reservedIpActions.finish': finishAssignment }
