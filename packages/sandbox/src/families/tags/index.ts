import type { TagsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers } from './handlers.ts'

export { ensureTags } from './tagged-resources.ts'

export const tags: Family<TagsHandlers> = { handlers, hooks }
