import type { Cases } from '../probe.ts'

export const databases: Cases = {}
