import type { Handler } from '../../engine/call.ts'
import type { Handlers } from '../family.ts'
import { describeWorkspace, moveAgents } from './workspaces.ts'

const updateAgents: Handler<'agentWorkspaces_agents_update'> = ({ path, body }, ctx) => {
  const workspace = ctx.engine.get('AgentWorkspace', path.workspace_uuid)
  moveAgents(ctx, workspace.uuid, body.agent_uuids)
  return { workspace: describeWorkspace(ctx, workspace) }
}

export const handlers = { agentWorkspaces_agents_update: updateAgents } satisfies Handlers
