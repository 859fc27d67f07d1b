import type { RegionsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { catalog } from './hooks.ts'

export const regions: Family<RegionsHandlers> = { catalog }
