import type { ProjectsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { seed } from './project-changes.ts'

export const projects: Family<ProjectsHandlers> = { hooks, seed }
