import type { Behavior } from '../../engine/call.ts'
import { preconditionFailed } from '../../engine/failure.ts'
import { readPage, replyPage, replyValues } from '../../engine/pages.ts'
import { openKey, readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Condition, Key } from '../../store/store.ts'
import { agentKey, describeNested, keepReferences, missing, readReferences } from '../agents/index.ts'
import type { FamilyBehavior } from '../family.ts'

const mostShown = 200

const ofWorkspace = (key: Key): Condition[] => [{ field: 'workspace', equals: key.id, hidden: true }]

/** Who evaluates keeps the workspace of a test case hidden beside it. */
const testCasesOf = ({ engine }: World, key: Key): Value[] =>
  engine.all({ kind: 'EvaluationTestCase', where: [{ field: 'workspace_uuid', equals: key.id, hidden: true }], order: 'newest' })

const keyOf = (call: Parameters<Behavior>[0], { engine }: World): Key => {
  const key: Key = { kind: 'AgentWorkspace', id: String(call.path['workspace_uuid']) }
  engine.get(key)
  return key
}

function reply(world: World, key: Key): ReturnType<Behavior> {
  const { engine } = world
  const found = engine.all({ kind: 'Agent', where: ofWorkspace(key), order: 'newest', page: { number: 1, size: mostShown } })
  const agents = found.map((agent) => describeNested(world, agent))
  const workspace = { ...engine.get(key), agents, evaluation_test_cases: testCasesOf(world, key).slice(0, mostShown) }
  return { body: JSON.stringify({ workspace }) }
}

const create: Behavior = (call, world) => {
  const { engine, owner } = world
  const { agent_uuids: agents, ...fields } = readBody(call)
  const by = { created_by: String(owner.number), created_by_email: owner.email }
  const { uuid } = engine.create('AgentWorkspace', { ...fields, ...by })
  const key: Key = { kind: 'AgentWorkspace', id: String(uuid) }
  moveInto(world, key, agents)
  return reply(world, key)
}

const update: Behavior = (call, world) => {
  const key = openKey(call, world)
  const { name, description } = readBody(call)
  world.engine.update(key, { name, description })
  return reply(world, key)
}

const remove: Behavior = (call, world) => {
  const { engine } = world
  const key = keyOf(call, world)
  const held = engine.all({ kind: 'Agent', where: ofWorkspace(key) }).length
  if (held > 0)
    throw preconditionFailed(`The workspace still has ${held === 1 ? 'an agent' : `${held} agents`}. Move them to another workspace first.`)
  for (const testCase of testCasesOf(world, key)) engine.remove({ kind: 'EvaluationTestCase', id: String(testCase['test_case_uuid']) })
  engine.remove(key)
  return { body: JSON.stringify({ workspace_uuid: key.id }) }
}

const listAgents: Behavior = (call, world) => {
  const running: Condition[] = call.query['only_deployed'] === true ? [{ field: 'deployment.status', equals: 'STATUS_RUNNING' }] : []
  const where = [...ofWorkspace(keyOf(call, world)), ...running]
  const page = world.engine.list({ kind: 'Agent', where, order: 'newest', page: readPage(call) })
  const agents = (JSON.parse(`[${page.texts}]`) as Value[]).map((agent) => JSON.stringify(describeNested(world, agent)))
  return replyPage(call, 'agents', { texts: agents.join(','), total: page.total })
}

const updateAgents: Behavior = (call, world) => {
  const key = keyOf(call, world)
  moveInto(world, key, readBody(call)['agent_uuids'])
  return reply(world, key)
}

function moveInto(world: World, key: Key, given: unknown): void {
  for (const uuid of Array.isArray(given) ? given : []) {
    const agent = agentKey(uuid)
    if (!world.engine.find(agent)) throw missing('agent_uuids', 'agent', uuid)
    keepReferences(world, agent, { ...readReferences(world, agent), workspace: key.id })
  }
}

export const agentWorkspaces: FamilyBehavior = {
  operations: {
    agentWorkspaces_create: create,
    agentWorkspaces_get: (call, world) => reply(world, keyOf(call, world)),
    agentWorkspaces_update: update,
    agentWorkspaces_delete: remove,
    agentWorkspaces_list_agents: listAgents,
    agentWorkspaces_update_agents: updateAgents,
    agentWorkspaces_list_evaluation_test_cases: (call, world) =>
      replyValues(call, 'evaluation_test_cases', testCasesOf(world, keyOf(call, world))),
  },
}
