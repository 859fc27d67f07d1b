import type { OneClicksHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { handlers } from './handlers.ts'

export const oneClicks: Family<OneClicksHandlers> = { handlers }
