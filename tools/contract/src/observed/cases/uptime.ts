import type { Cases } from '../probe.ts'

export const uptime: Cases = {}
