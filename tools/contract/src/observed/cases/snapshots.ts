import type { Cases } from '../probe.ts'

export const snapshots: Cases = {}
