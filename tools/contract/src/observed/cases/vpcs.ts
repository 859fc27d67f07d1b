import type { Cases } from '../probe.ts'

export const vpcs: Cases = {}
