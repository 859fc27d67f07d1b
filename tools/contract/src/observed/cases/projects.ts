import type { Cases } from '../probe.ts'

export const projects: Cases = {}
