import type { Family } from '../family.ts'
import { hooks, seed } from './hooks.ts'

export const modelRouters: Family = { hooks, seed }
