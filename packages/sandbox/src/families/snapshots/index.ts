import type { SnapshotsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'

export const snapshots: Family<SnapshotsHandlers> = { hooks }
