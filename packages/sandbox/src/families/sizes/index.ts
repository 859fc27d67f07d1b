import type { SizesHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { catalog } from './hooks.ts'

export const sizes: Family<SizesHandlers> = { catalog }
