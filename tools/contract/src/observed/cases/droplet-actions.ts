import type { Cases } from '../probe.ts'

export const dropletActions: Cases = {}
