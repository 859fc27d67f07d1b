import type { Cases } from '../probe.ts'

export const account: Cases = {}
