/** Routes from parent agents to child agents. */
import type { Handler } from '../../engine/call.ts'
import { conflict, notFound, unprocessable } from '../../engine/failure.ts'
import { answerValues } from '../../engine/pages.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { type AgentKey, agentKey, type AgentRoute, findParents, canReach, requireAgent, getReferences } from './agent-state.ts'
import { describeChild } from './agent-reply.ts'
import { changeAgent, removeAttachments } from './versions.ts'

export const listChildren: Handler<'agents_children_list'> = (call, ctx) => {
  const { routes } = getReferences(ctx, requireAgent(ctx, call.path.uuid))
  return answerValues(
    call,
    'children',
    routes.flatMap((route) => describeChild(ctx, route)),
  )
}

export const attachChild: Handler<'agents_children_attach'> = ({ path, body }, ctx) => {
  const { clock, ids, owner } = ctx
  const parent = requireAgent(ctx, path.parent_agent_uuid)
  const child = requireAgent(ctx, path.child_agent_uuid)
  const { route_name: name = '', if_case: ifCase = '' } = body
  const { routes } = getReferences(ctx, parent)
  if (parent.id === child.id) throw unprocessable('child_agent_uuid: an agent cannot be a child of itself.')
  if (routes.some((route) => route.child === child.id)) throw conflict('The parent has a route to this child already.')
  if (canReach(ctx, child.id, parent.id)) throw unprocessable('child_agent_uuid: the child leads back to the parent.')
  checkRouteName(routes, name)
  const route = {
    uuid: ids.uuid(),
    child: child.id,
    name,
    ifCase,
    at: clock.timestamp(),
    by: String(owner.number),
  }
  changeAgent(ctx, parent, 'attach_agent', { references: { routes: [...routes, route] } })
  return { parent_agent_uuid: parent.id, child_agent_uuid: child.id }
}

export const updateChild: Handler<'agents_children_update'> = ({ path, body }, ctx) => {
  const parent = requireAgent(ctx, path.parent_agent_uuid)
  const { child_agent_uuid: child } = path
  const { routes } = getReferences(ctx, parent)
  const existing = routes.find((route) => route.child === child)
  if (!existing) throw notFound()
  const { route_name: name, if_case: ifCase } = body
  const others = routes.filter((route) => route !== existing)
  if (name !== undefined) checkRouteName(others, name)
  const update: AgentRoute = { ...existing, ...(name !== undefined && { name }), ...(ifCase !== undefined && { ifCase }) }
  changeAgent(ctx, parent, 'update_agent', { references: { routes: routes.map((route) => (route === existing ? update : route)) } })
  return { uuid: existing.uuid, parent_agent_uuid: parent.id, child_agent_uuid: child, rollback: false }
}

export const detachChild: Handler<'agents_children_detach'> = ({ path }, ctx) => {
  const parent = requireAgent(ctx, path.parent_agent_uuid)
  const { child_agent_uuid: child } = path
  if (!removeRoute(ctx, parent, child)) throw notFound()
  return { parent_agent_uuid: parent.id, child_agent_uuid: child }
}

/** Removes the routes to a deleted agent. */
export function detachFromParents(ctx: AccountContext, uuid: string): void {
  for (const parent of findParents(ctx, uuid)) removeRoute(ctx, agentKey(parent.uuid), uuid)
}

const removeRoute = (ctx: AccountContext, parent: AgentKey, uuid: string): boolean =>
  removeAttachments(ctx, parent, 'detach_agent', 'routes', ({ child }) => child !== uuid)

function checkRouteName(routes: readonly AgentRoute[], name: string): void {
  if (name !== '' && routes.some((route) => route.name === name))
    throw unprocessable(`route_name: the parent has a route "${name}" already.`)
}
