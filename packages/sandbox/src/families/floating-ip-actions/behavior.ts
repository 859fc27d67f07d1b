import type { FamilyBehavior } from '../family.ts'
import { create, get, list } from '../reserved-ip-actions/index.ts'

export const floatingIpActions: FamilyBehavior = {
  behaviors: { floatingIps_actions_list: list, floatingIps_actions_get: get, floatingIps_actions_create: create },
}
