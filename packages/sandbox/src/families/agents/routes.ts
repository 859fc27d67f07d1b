/** Which agent hands conversations to which. */
import type { Behavior } from '../../engine/call.ts'
import { conflict, notFound, unprocessable } from '../../engine/failure.ts'
import { answerValues } from '../../engine/pages.ts'
import type { World } from '../../engine/world.ts'
import { agentKey, type AgentRoute, findParents, leadsTo, openAgent, readReferences } from './agent-state.ts'
import { describeChild } from './describe-agent.ts'
import { changeAgent } from './versions.ts'

export const listChildren: Behavior<'agents_children_list'> = (call, world) => {
  const { routes } = readReferences(world, openAgent(world, call.path.uuid))
  return answerValues(
    call,
    'children',
    routes.flatMap((route) => describeChild(world, route)),
  )
}

export const attachChild: Behavior<'agents_children_attach'> = ({ path, body }, world) => {
  const { clock, ids, owner } = world
  const parent = openAgent(world, path.parent_agent_uuid)
  const child = openAgent(world, path.child_agent_uuid)
  const { route_name: name = '', if_case: ifCase = '' } = body
  const { routes } = readReferences(world, parent)
  if (parent.id === child.id) throw unprocessable('child_agent_uuid: an agent cannot hand over to itself.')
  if (routes.some((route) => route.child === child.id)) throw conflict('The parent has a route to this child already.')
  if (leadsTo(world, child.id, parent.id)) throw unprocessable('child_agent_uuid: the child leads back to the parent.')
  checkName(routes, name)
  const route = {
    uuid: ids.uuid(),
    child: child.id,
    name,
    ifCase,
    at: clock.stamp(),
    by: String(owner.number),
  }
  changeAgent(world, parent, 'attach_agent', { references: { routes: [...routes, route] } })
  return { parent_agent_uuid: parent.id, child_agent_uuid: child.id }
}

export const updateChild: Behavior<'agents_children_update'> = ({ path, body }, world) => {
  const parent = openAgent(world, path.parent_agent_uuid)
  const { child_agent_uuid: child } = path
  const { routes } = readReferences(world, parent)
  const before = routes.find((route) => route.child === child)
  if (!before) throw notFound()
  const { route_name: name, if_case: ifCase } = body
  if (name !== undefined)
    checkName(
      routes.filter((route) => route !== before),
      name,
    )
  const changed: AgentRoute = {
    ...before,
    ...(name !== undefined && { name }),
    ...(ifCase !== undefined && { ifCase }),
  }
  changeAgent(world, parent, 'update_agent', { references: { routes: routes.map((route) => (route === before ? changed : route)) } })
  return { uuid: before.uuid, parent_agent_uuid: parent.id, child_agent_uuid: child, rollback: false }
}

export const detachChild: Behavior<'agents_children_detach'> = ({ path }, world) => {
  const parent = openAgent(world, path.parent_agent_uuid)
  const { child_agent_uuid: child } = path
  if (!readReferences(world, parent).routes.some((route) => route.child === child)) throw notFound()
  detach(world, parent.id, child)
  return { parent_agent_uuid: parent.id, child_agent_uuid: child }
}

/** Nobody hands over to an agent that is gone. */
export function detachFromParents(world: World, uuid: string): void {
  for (const parent of findParents(world, uuid)) detach(world, parent.uuid, uuid)
}

function detach(world: World, parent: string, child: string): void {
  const key = agentKey(parent)
  const routes = readReferences(world, key).routes.filter((route) => route.child !== child)
  changeAgent(world, key, 'detach_agent', { references: { routes } })
}

function checkName(routes: readonly AgentRoute[], name: string): void {
  if (name !== '' && routes.some((route) => route.name === name))
    throw unprocessable(`route_name: the parent has a route "${name}" already.`)
}
