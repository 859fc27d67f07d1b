import type { AgentWorkspacesHandlers } from '../../generated/handlers.ts'
import type { Family } from '../family.ts'
import { hooks } from './hooks.ts'

export const agentWorkspaces: Family<AgentWorkspacesHandlers> = { hooks }
