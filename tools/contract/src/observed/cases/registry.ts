import type { Cases } from '../probe.ts'

export const registry: Cases = {}
