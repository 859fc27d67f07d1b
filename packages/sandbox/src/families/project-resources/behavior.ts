import type { Behavior, Call } from '../../engine/call.ts'
import { Failure } from '../../engine/failure.ts'
import { replyValues } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import type { FamilyBehavior } from '../family.ts'
import { projectOf } from '../projects/index.ts'
import { findByUrn, leavingProjects, listUrns, normalizeUrn, noteLeaving, place, placeOf, projectIdOf } from '../../shared/project-urns.ts'

const list: Behavior = (call, world) => {
  const project = projectOf(call, world)
  return replyValues(call, 'resources', listUrns(world, project), (urn) => describe(call, world, project, urn, 'ok'))
}

function describe(call: Call, world: World, project: Key, urn: string, status: string): object {
  const found = findByUrn(world, urn)
  // It is where it is; only its own service cannot be asked.
  const shown = found?.isDown ? 'service_down' : status
  const at = placeOf(world, urn)?.['at'] ?? found?.createdAt ?? world.engine.get(project)['created_at']
  return { urn, assigned_at: at, links: { self: `${call.origin}${found?.path ?? ''}` }, status: shown }
}

const assign: Behavior = (call, world) => {
  const project = projectOf(call, world)
  world.engine.text(project)
  const { resources } = readBody(call) as { readonly resources: readonly string[] }
  if (!resources.every((urn) => isAssignable(urn))) throw new Failure(400, `resource types must be one of the following: ${assignable}`)
  return { body: JSON.stringify({ resources: resources.map((urn) => assignOne(call, world, project, urn)) }) }
}

/** As the platform names them when it refuses another. */
const assignable =
  'AppPlatformApp Bucket Database Domain DomainRecord Droplet Firewall FloatingIp Image Kubernetes LoadBalancer MarketplaceApp Saas Volume'

/** The kinds that URNs name, and reserved IPv6 addresses, which are newer than the sentence. */
const isAssignable = (urn: string) =>
  /^do:(app|dbaas|domain|droplet|firewall|floatingip|image|kubernetes|loadbalancer|reservedip|reservedipv6|space|volume):./.test(urn)

function assignOne(call: Call, world: World, project: Key, given: string): object {
  const found = findByUrn(world, given)
  if (!found) return { urn: normalizeUrn(given), status: 'not_found' }
  const { urn } = found
  const before = projectIdOf(world, urn)
  const isThere = before === project.id
  if (!isThere && !found.isDown) {
    place(world, urn, project)
    noteLeaving(world, { kind: 'Project', id: before })
  }
  return describe(call, world, project, urn, isThere ? 'already_assigned' : 'assigned')
}

export const projectResources: FamilyBehavior = {
  kinds: leavingProjects,
  operations: {
    projectResources_list: list,
    projectResources_list_default: list,
    projectResources_assign: assign,
    projectResources_assign_default: assign,
  },
}
