import type { Cases } from '../probe.ts'

export const nfs: Cases = {}
