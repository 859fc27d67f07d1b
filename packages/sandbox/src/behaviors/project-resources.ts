import type { Behavior, Call } from '../engine/call.ts'
import { replyValues } from '../engine/pages.ts'
import { readBody } from '../engine/serve.ts'
import type { World } from '../engine/world.ts'
import type { Key } from '../store/store.ts'
import type { FamilyBehavior } from './family.ts'
import { defaultProject, projectOf } from './projects.ts'
import { findByUrn, listUrns, normalizeUrn, place, placeOf } from './shared/project-urns.ts'

const list: Behavior = (call, world) => {
  const project = projectOf(call, world)
  const resources = listUrns(world, project).map((urn) => {
    const at = placeOf(world, urn)?.['at'] ?? world.engine.get(project)['created_at']
    return { urn, assigned_at: at, links: { self: `${call.origin}${findByUrn(world, urn)?.path ?? ''}` }, status: 'ok' }
  })
  return replyValues(call, 'resources', resources)
}

const assign: Behavior = (call, world) => {
  const project = projectOf(call, world)
  world.engine.text(project)
  const { resources } = readBody(call) as { readonly resources: readonly string[] }
  return { body: JSON.stringify({ resources: resources.map((urn) => assignOne(call, world, project, urn)) }) }
}

function assignOne(call: Call, world: World, project: Key, given: string): object {
  const found = findByUrn(world, given)
  if (!found) return { urn: normalizeUrn(given), status: 'not_found' }
  const { urn, path } = found
  const before = placeOf(world, urn)
  const links = { self: `${call.origin}${path}` }
  const isThere = (before?.['project'] ?? defaultProject(world).id) === project.id
  if (isThere) {
    const at = before?.['at'] ?? world.engine.get(project)['created_at']
    return { urn, assigned_at: at, links, status: 'already_assigned' }
  }
  return { urn, assigned_at: place(world, urn, project), links, status: 'assigned' }
}

export const projectResources: FamilyBehavior = {
  operations: {
    projectResources_list: list,
    projectResources_list_default: list,
    projectResources_assign: assign,
    projectResources_assign_default: assign,
  },
}
