import type { Cases } from '../probe.ts'

export const loadBalancers: Cases = {}
