import type { GenaiProviderKeysHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'

export { findProviderKey } from './provider-key.ts'

export const genaiProviderKeys: Family<GenaiProviderKeysHandlers> = { hooks }
