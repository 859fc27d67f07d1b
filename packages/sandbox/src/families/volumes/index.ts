import type { VolumesHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'

export { checkCapacity } from './hooks.ts'

export const volumes: Family<VolumesHandlers> = { hooks }
