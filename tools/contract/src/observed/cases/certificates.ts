import type { Cases } from '../probe.ts'

export const certificates: Cases = {}
