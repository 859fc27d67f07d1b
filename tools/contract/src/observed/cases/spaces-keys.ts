import type { Cases } from '../probe.ts'

export const spacesKeys: Cases = {}
