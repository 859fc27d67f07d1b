import type { Cases } from '../probe.ts'

export const vpcPeerings: Cases = {}
