import type { Family } from '../family.ts'
import { hooks, jobs } from './hooks.ts'

export const vpcNatGateways: Family = { hooks, jobs }
