import type { Family } from '../family.ts'
import { handlers } from './handlers.ts'

export { retrieve } from './handlers.ts'

export const agentInference: Family = { handlers }
