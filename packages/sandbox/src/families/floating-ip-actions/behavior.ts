import type { FamilyBehavior } from '../family.ts'
import { create, get, list } from '../reserved-ip-actions/index.ts'

export const floatingIpActions: FamilyBehavior = {
  behaviors: { floatingIpActions_list: list, floatingIpActions_get: get, floatingIpActions_create: create },
}
