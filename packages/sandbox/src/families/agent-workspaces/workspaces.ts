import type { DeepReadonly, FieldCondition } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { agentKey, describeNested, storeReferences, getReferences } from '../agents/index.ts'

type Workspace = Kinds['AgentWorkspace']

const maxListed = 200

export const filterByWorkspace = (id: string): FieldCondition<'Agent'> => ({ field: 'workspace', equals: id, hidden: true })

export const filterTestCasesByWorkspace = (id: string): FieldCondition<'EvaluationTestCase'> => ({
  field: 'workspace_uuid',
  equals: id,
  hidden: true,
})

export const listTestCases = ({ engine }: AccountContext, id: string): Kinds['EvaluationTestCase'][] =>
  engine.list('EvaluationTestCase', { where: [filterTestCasesByWorkspace(id)], order: 'newest' })

export function describeWorkspace(ctx: AccountContext, workspace: Workspace): DeepReadonly<Workspace> {
  const { uuid: id } = workspace
  const members = ctx.engine.list('Agent', { where: [filterByWorkspace(id)], order: 'newest', page: { number: 1, size: maxListed } })
  const agents = members.map((agent) => describeNested(ctx, agent))
  return { ...workspace, agents, evaluation_test_cases: listTestCases(ctx, id).slice(0, maxListed) }
}

export function moveAgents(ctx: AccountContext, workspace: string, agents: readonly string[] | null | undefined): void {
  for (const uuid of agents ?? []) {
    const agent = agentKey(uuid)
    storeReferences(ctx, agent, { ...getReferences(ctx, agent), workspace })
  }
}
