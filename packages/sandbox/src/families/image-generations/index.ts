import type { ImageGenerationsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { handlers } from './handlers.ts'

export const imageGenerations: Family<ImageGenerationsHandlers> = { handlers }
