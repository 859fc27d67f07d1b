import type { RegionsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { seed } from './hooks.ts'

export const regions: Family<RegionsHandlers> = { seed }
