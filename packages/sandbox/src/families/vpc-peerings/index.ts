import type { VpcPeeringsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'

export const vpcPeerings: Family<VpcPeeringsHandlers> = { hooks }
