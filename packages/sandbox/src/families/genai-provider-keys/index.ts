import type { GenaiProviderKeysHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers } from './handlers.ts'

export { findProviderKey } from './provider-key.ts'

export const genaiProviderKeys: Family<GenaiProviderKeysHandlers> = { handlers, hooks }
