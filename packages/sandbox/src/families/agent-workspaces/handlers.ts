import type { Handler, Call } from '../../engine/call.ts'
import { preconditionFailed } from '../../engine/failure.ts'
import type { ResourceHooks } from '../../engine/hooks.ts'
import type { Sent, Where } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { agentKey, describeNested, storeReferences, missing, parseReferences } from '../agents/index.ts'
import type { Handlers } from '../family.ts'

type Workspace = Kinds['AgentWorkspace']

const maxListed = 200

const inWorkspace = (id: string): Where<'Agent'> => ({ field: 'workspace', equals: id, hidden: true })

export const inSameWorkspace = (id: string): Where<'EvaluationTestCase'> => ({ field: 'workspace_uuid', equals: id, hidden: true })

/** Who evaluates keeps the workspace of a test case hidden beside it. */
const testCasesOf = ({ engine }: AccountContext, id: string): Kinds['EvaluationTestCase'][] =>
  engine.all('EvaluationTestCase', { where: [inSameWorkspace(id)], order: 'newest' })

function describe(ctx: AccountContext, workspace: Workspace): Sent<Workspace> {
  const { uuid: id } = workspace
  const found = ctx.engine.all('Agent', { where: [inWorkspace(id)], order: 'newest', page: { number: 1, size: maxListed } })
  const agents = found.map((agent) => describeNested(ctx, agent))
  return { ...workspace, agents, evaluation_test_cases: testCasesOf(ctx, id).slice(0, maxListed) }
}

const updateAgents: Handler<'agentWorkspaces_agents_update'> = ({ path, body }, ctx) => {
  const workspace = ctx.engine.get('AgentWorkspace', path.workspace_uuid)
  moveInto(ctx, workspace.uuid, body.agent_uuids)
  return { workspace: describe(ctx, workspace) }
}

function moveInto(ctx: AccountContext, workspace: string, agents: readonly string[] | null | undefined): void {
  for (const uuid of agents ?? []) {
    if (!ctx.engine.find('Agent', uuid)) throw missing('agent_uuids', 'agent', uuid)
    const agent = agentKey(uuid)
    storeReferences(ctx, agent, { ...parseReferences(ctx, agent), workspace })
  }
}

export const workspace: ResourceHooks<'AgentWorkspace'> = {
  serialize: (value, _key, ctx) => describe(ctx, value),
  listed: (value) => value,
  parseCreate: ({ body }: Call<'agentWorkspaces_create'>, { owner }) => ({
    fields: { description: '', ...body, created_by: String(owner.number), created_by_email: owner.email },
  }),
  afterCreate: ({ uuid }, _key, ctx, { body: { agent_uuids: agents } }: Call<'agentWorkspaces_create'>) => moveInto(ctx, uuid, agents),
  beforeDelete: (_, { id }, { engine }) => {
    const held = engine.count('Agent', { where: [inWorkspace(id)] })
    if (held > 0)
      throw preconditionFailed(
        `The workspace still has ${held === 1 ? 'an agent' : `${held} agents`}. Move them to another workspace first.`,
      )
  },
  afterDelete: (_, { id }, ctx) => {
    for (const { test_case_uuid: testCase } of testCasesOf(ctx, id)) ctx.engine.remove('EvaluationTestCase', testCase)
  },
}

export const handlers = { agentWorkspaces_agents_update: updateAgents } satisfies Handlers
