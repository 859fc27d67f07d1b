import type { Cases } from '../probe.ts'

export const tags: Cases = {}
