import type { Cases } from '../probe.ts'

export const actions: Cases = {}
