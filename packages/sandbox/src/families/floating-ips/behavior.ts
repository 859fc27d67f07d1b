import type { FamilyBehavior } from '../family.ts'
import { create, get, list, remove } from '../reserved-ips/index.ts'

export const floatingIps: FamilyBehavior = {
  operations: { floatingIps_list: list, floatingIps_get: get, floatingIps_create: create, floatingIps_delete: remove },
}
