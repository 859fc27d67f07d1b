import type { Handler, Call } from '../../engine/call.ts'
import { Failure } from '../../engine/failure.ts'
import { keyOf } from '../../engine/kinds.ts'
import { answerPage, parsePage } from '../../engine/pages.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import type { Key, Page } from '../../store/store.ts'
import {
  getDefaultProject,
  listUrnPage,
  findByUrn,
  normalizeUrn,
  recordMoveOut,
  setPlacement,
  findPlacement,
  getProjectId,
} from '../../shared/project-urns.ts'
import type { Handlers } from '../family.ts'

/** Returns the project of the path. Without one, it is the default project. */
function getProjectKey({ path }: { readonly path: { readonly project_id?: string } }, ctx: AccountContext): Key<'Project'> {
  return path.project_id === undefined ? getDefaultProject(ctx) : keyOf('Project', path.project_id)
}

type Resource = Kinds['ProjectResource']

type Assigned = Resource

type Lists = 'projects_resources_list' | 'projects_resources_listDefault'

type Assigns = 'projects_resources_assign' | 'projects_resources_assignDefault'

const list: Handler<Lists> = (call: Call<Lists>, ctx) => {
  const project = getProjectKey(call, ctx)
  const { number, size } = parsePage(call)
  const { urns, total } = listUrnPage(ctx, project, (number - 1) * size, size)
  const texts = urns.map((urn) => JSON.stringify(describe(call, ctx, project, urn, 'ok'))).join(',')
  return answerPage(call, 'resources', { texts, total } satisfies Page<Resource>)
}

function describe(
  { origin }: Call<Lists | Assigns>,
  ctx: AccountContext,
  project: Key<'Project'>,
  urn: string,
  status: Assigned['status'],
): Resource {
  const found = findByUrn(ctx, urn)
  // The resource exists, but its service returns no details.
  const currentStatus: Assigned['status'] = found?.isDown ? 'service_down' : status
  const assigned_at = findPlacement(ctx, urn)?.at ?? found?.createdAt ?? ctx.engine.get('Project', project).created_at
  return { urn, assigned_at, links: { self: `${origin}${found?.path ?? ''}` }, status: currentStatus }
}

const assign: Handler<Assigns> = (call: Call<Assigns>, ctx) => {
  const project = getProjectKey(call, ctx)
  ctx.engine.get('Project', project)
  const { resources } = call.body
  if (!resources.every((urn) => isAssignable(urn))) throw new Failure(400, `resource types must be one of the following: ${assignable}`)
  return { resources: resources.map((urn) => assignOne(call, ctx, project, urn)) }
}

/** URN kinds in the order of the platform's error message. */
const assignable =
  'AppPlatformApp Bucket Database Domain DomainRecord Droplet Firewall FloatingIp Image Kubernetes LoadBalancer MarketplaceApp Saas Volume'

/** Every kind that a URN can name. The platform's error message does not list reserved IPv6 addresses. */
const isAssignable = (urn: string) =>
  /^do:(app|dbaas|domain|droplet|firewall|floatingip|image|kubernetes|loadbalancer|reservedip|reservedipv6|space|volume):./.test(urn)

function assignOne(call: Call<Assigns>, ctx: AccountContext, project: Key<'Project'>, requestUrn: string): Assigned {
  const found = findByUrn(ctx, requestUrn)
  if (!found) return { urn: normalizeUrn(requestUrn), status: 'not_found' }
  const { urn } = found
  const before = getProjectId(ctx, urn)
  const isThere = before === project.id
  if (!isThere && !found.isDown) {
    setPlacement(ctx, urn, project)
    recordMoveOut(ctx, keyOf('Project', before))
  }
  return describe(call, ctx, project, urn, isThere ? 'already_assigned' : 'assigned')
}

export const handlers = {
  projects_resources_list: list,
  projects_resources_listDefault: list,
  projects_resources_assign: assign,
  projects_resources_assignDefault: assign,
} satisfies Handlers
