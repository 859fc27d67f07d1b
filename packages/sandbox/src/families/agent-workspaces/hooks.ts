import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import type { Call } from '../../engine/call.ts'
import { preconditionFailed } from '../../engine/failure.ts'
import { filterTestCasesByWorkspace, describeWorkspace, moveAgents, filterByWorkspace, listTestCases } from './workspaces.ts'

const workspace: ResourceHooks<'AgentWorkspace'> = {
  serialize: (value, _key, ctx, { isList }) => (isList ? value : describeWorkspace(ctx, value)),
  parseCreate: ({ body }: Call<'agentWorkspaces_create'>, { owner }) => ({
    fields: { description: '', ...body, created_by: String(owner.number), created_by_email: owner.email },
  }),
  afterCreate: ({ uuid }, _key, ctx, { body: { agent_uuids: agents } }: Call<'agentWorkspaces_create'>) => moveAgents(ctx, uuid, agents),
  operations: {
    agentWorkspaces_agents_update: ({ body }, ctx, { uuid }) => moveAgents(ctx, uuid, body.agent_uuids),
  },
  beforeDelete: (_, { id }, { engine }) => {
    const agentCount = engine.count('Agent', { where: [filterByWorkspace(id)] })
    if (agentCount > 0)
      throw preconditionFailed(
        `The workspace still has ${agentCount === 1 ? 'an agent' : `${agentCount} agents`}. Move them to another workspace first.`,
      )
  },
  afterDelete: (_, { id }, ctx) => {
    for (const { test_case_uuid: testCase } of listTestCases(ctx, id)) ctx.engine.delete('EvaluationTestCase', testCase)
  },
}

export const hooks: HooksByKind = {
  AgentWorkspace: workspace,
  EvaluationTestCase: {
    listQuery: (_call, _ctx, { relatedTo }) => (relatedTo ? { related: [filterTestCasesByWorkspace(relatedTo.id)] } : {}),
  },
}
