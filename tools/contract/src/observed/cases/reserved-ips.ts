import type { Cases } from '../probe.ts'

export const reservedIps: Cases = {}
