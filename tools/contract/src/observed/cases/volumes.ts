import type { Cases } from '../probe.ts'

export const volumes: Cases = {}
