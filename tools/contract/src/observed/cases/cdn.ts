import type { Cases } from '../probe.ts'

export const cdn: Cases = {}
