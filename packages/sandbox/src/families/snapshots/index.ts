import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'

export const snapshots: Family = { hooks }
