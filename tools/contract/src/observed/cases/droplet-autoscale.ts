import type { Cases } from '../probe.ts'

export const dropletAutoscale: Cases = {}
