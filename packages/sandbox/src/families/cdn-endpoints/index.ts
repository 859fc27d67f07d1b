import type { CdnEndpointsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'

export const cdnEndpoints: Family<CdnEndpointsHandlers> = { hooks }
