import type { VpcNatGatewaysHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'

export const vpcNatGateways: Family<VpcNatGatewaysHandlers> = { hooks }
