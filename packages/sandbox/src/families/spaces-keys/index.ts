import type { SpacesKeysHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'

export const spacesKeys: Family<SpacesKeysHandlers> = { hooks }
