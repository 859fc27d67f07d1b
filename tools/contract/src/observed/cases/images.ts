import type { Cases } from '../probe.ts'

export const images: Cases = {}
