import type { Cases } from '../probe.ts'

export const firewalls: Cases = {}
