import type { Behavior, Call } from '../../engine/call.ts'
import { preconditionFailed } from '../../engine/failure.ts'
import type { KindHooks } from '../../engine/hooks.ts'
import type { Sent, Where } from '../../engine/kinds.ts'
import type { World } from '../../engine/world.ts'
import type { Kinds } from '../../generated/types.ts'
import { agentKey, describeNested, keepReferences, missing, readReferences } from '../agents/index.ts'
import type { FamilyBehavior } from '../family.ts'

type Workspace = Kinds['AgentWorkspace']

const mostShown = 200

const inWorkspace = (id: string): Where<'Agent'> => ({ field: 'workspace', equals: id, hidden: true })

const inSameWorkspace = (id: string): Where<'EvaluationTestCase'> => ({ field: 'workspace_uuid', equals: id, hidden: true })

/** Who evaluates keeps the workspace of a test case hidden beside it. */
const testCasesOf = ({ engine }: World, id: string): Kinds['EvaluationTestCase'][] =>
  engine.all('EvaluationTestCase', { where: [inSameWorkspace(id)], order: 'newest' })

function describe(world: World, workspace: Workspace): Sent<Workspace> {
  const { uuid: id } = workspace
  const found = world.engine.all('Agent', { where: [inWorkspace(id)], order: 'newest', page: { number: 1, size: mostShown } })
  const agents = found.map((agent) => describeNested(world, agent))
  return { ...workspace, agents, evaluation_test_cases: testCasesOf(world, id).slice(0, mostShown) }
}

const updateAgents: Behavior<'agentWorkspaces_agents_update'> = ({ path, body }, world) => {
  const workspace = world.engine.get('AgentWorkspace', path.workspace_uuid)
  moveInto(world, workspace.uuid, body.agent_uuids)
  return { workspace: describe(world, workspace) }
}

function moveInto(world: World, workspace: string, agents: readonly string[] | null | undefined): void {
  for (const uuid of agents ?? []) {
    if (!world.engine.find('Agent', uuid)) throw missing('agent_uuids', 'agent', uuid)
    const agent = agentKey(uuid)
    keepReferences(world, agent, { ...readReferences(world, agent), workspace })
  }
}

const workspace: KindHooks<'AgentWorkspace'> = {
  show: (value, _key, world) => describe(world, value),
  listed: (value) => value,
  making: ({ body }: Call<'agentWorkspaces_create'>, { owner }) => ({
    fields: { description: '', ...body, created_by: String(owner.number), created_by_email: owner.email },
  }),
  made: ({ uuid }, _key, world, { body: { agent_uuids: agents } }: Call<'agentWorkspaces_create'>) => moveInto(world, uuid, agents),
  removing: (_, { id }, { engine }) => {
    const held = engine.count('Agent', { where: [inWorkspace(id)] })
    if (held > 0)
      throw preconditionFailed(
        `The workspace still has ${held === 1 ? 'an agent' : `${held} agents`}. Move them to another workspace first.`,
      )
  },
  removed: (_, { id }, world) => {
    for (const { test_case_uuid: testCase } of testCasesOf(world, id)) world.engine.remove('EvaluationTestCase', testCase)
  },
}

export const agentWorkspaces: FamilyBehavior = {
  behaviors: { agentWorkspaces_agents_update: updateAgents },
  kinds: { AgentWorkspace: workspace, EvaluationTestCase: { related: ({ id }) => [inSameWorkspace(id)] } },
}
