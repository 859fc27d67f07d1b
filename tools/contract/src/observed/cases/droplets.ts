import type { Cases } from '../probe.ts'

export const droplets: Cases = {}
