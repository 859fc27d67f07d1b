import type { ProjectsHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'
import { handlers, seed } from './handlers.ts'

export { getProjectKey } from './project-key.ts'

export const projects: Family<ProjectsHandlers> = { handlers, hooks, seed }
