import type { ImagesHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { catalog, handlers } from './handlers.ts'

export { findImage } from './image-lookup.ts'

export const images: Family<ImagesHandlers> = { handlers, hooks, catalog }
