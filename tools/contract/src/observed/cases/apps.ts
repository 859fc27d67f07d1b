import type { Cases } from '../probe.ts'

export const apps: Cases = {}
