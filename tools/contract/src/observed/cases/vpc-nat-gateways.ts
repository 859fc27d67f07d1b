import type { Cases } from '../probe.ts'

export const vpcNatGateways: Cases = {}
