import type { Behavior } from '../../engine/call.ts'
import { preconditionFailed } from '../../engine/failure.ts'
import type { KindHooks } from '../../engine/hooks.ts'
import { answerPage, answerValues, mapPage, readPage } from '../../engine/pages.ts'
import type { Sent, Where } from '../../engine/kinds.ts'
import type { World } from '../../engine/world.ts'
import type { Kinds } from '../../generated/types.ts'
import { agentKey, describeNested, keepReferences, missing, readReferences } from '../agents/index.ts'
import type { FamilyBehavior } from '../family.ts'

type Workspace = Kinds['AgentWorkspace']

const mostShown = 200

const inWorkspace = (id: string): Where<'Agent'> => ({ field: 'workspace', equals: id, hidden: true })

/** Who evaluates keeps the workspace of a test case hidden beside it. */
const testCasesOf = ({ engine }: World, id: string): Kinds['EvaluationTestCase'][] =>
  engine.all('EvaluationTestCase', { where: [{ field: 'workspace_uuid', equals: id, hidden: true }], order: 'newest' })

function describe(world: World, workspace: Workspace): Sent<Workspace> {
  const { uuid: id } = workspace
  const found = world.engine.all('Agent', { where: [inWorkspace(id)], order: 'newest', page: { number: 1, size: mostShown } })
  const agents = found.map((agent) => describeNested(world, agent))
  return { ...workspace, agents, evaluation_test_cases: testCasesOf(world, id).slice(0, mostShown) }
}

const create: Behavior<'agentWorkspaces_create'> = ({ body: { agent_uuids: agents, ...fields } }, world) => {
  const { engine, owner } = world
  const by = { created_by: String(owner.number), created_by_email: owner.email }
  const workspace = engine.add('AgentWorkspace', { ...fields, ...by })
  moveInto(world, workspace.uuid, agents)
  return { workspace: describe(world, workspace) }
}

const remove: Behavior<'agentWorkspaces_delete'> = ({ path: { workspace_uuid: id } }, world) => {
  const { engine } = world
  engine.get('AgentWorkspace', id)
  const held = engine.count('Agent', { where: [inWorkspace(id)] })
  if (held > 0)
    throw preconditionFailed(`The workspace still has ${held === 1 ? 'an agent' : `${held} agents`}. Move them to another workspace first.`)
  for (const { test_case_uuid: testCase } of testCasesOf(world, id)) engine.remove('EvaluationTestCase', testCase)
  engine.remove('AgentWorkspace', id)
  return { workspace_uuid: id }
}

const listAgents: Behavior<'agentWorkspaces_list_agents'> = (call, world) => {
  const { uuid } = world.engine.get('AgentWorkspace', call.path.workspace_uuid)
  const running = call.query.only_deployed === true ? ([{ field: 'deployment.status', equals: 'STATUS_RUNNING' }] as const) : []
  const page = world.engine.list('Agent', { where: [inWorkspace(uuid), ...running], order: 'newest', page: readPage(call) })
  return answerPage(
    call,
    'agents',
    mapPage(page, (agent) => describeNested(world, agent)),
  )
}

const listTestCases: Behavior<'agentWorkspaces_list_evaluation_test_cases'> = (call, world) => {
  const { uuid } = world.engine.get('AgentWorkspace', call.path.workspace_uuid)
  return answerValues(call, 'evaluation_test_cases', testCasesOf(world, uuid))
}

const updateAgents: Behavior<'agentWorkspaces_update_agents'> = ({ path, body }, world) => {
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

const workspace: KindHooks<'AgentWorkspace'> = { show: (value, _key, world) => describe(world, value), listed: (value) => value }

export const agentWorkspaces: FamilyBehavior = {
  behaviors: {
    agentWorkspaces_create: create,
    agentWorkspaces_delete: remove,
    agentWorkspaces_list_agents: listAgents,
    agentWorkspaces_update_agents: updateAgents,
    agentWorkspaces_list_evaluation_test_cases: listTestCases,
  },
  kinds: { AgentWorkspace: workspace },
}
