import type { EmbeddingsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { handlers } from './handlers.ts'

export const embeddings: Family<EmbeddingsHandlers> = { handlers }
