import type { Cases } from '../probe.ts'

export const kubernetes: Cases = {}
