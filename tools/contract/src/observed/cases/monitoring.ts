import type { Cases } from '../probe.ts'

export const monitoring: Cases = {}
