/** OpenSearch cluster of a knowledge base: an existing one, or one created with the default request. */
import { databaseEngines } from '../../catalog/database-engines.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Operations } from '../../generated/types.ts'
import { referenceNotFound } from '../agents/index.ts'
import { createCluster } from '../databases/index.ts'

/** @throws Failure 404, 422 */
export function checkDatabase({ engine }: AccountContext, id: string): void {
  if (engine.get('DatabaseCluster', id).engine !== 'opensearch') throw unprocessable('database_id: the cluster is not OpenSearch.')
}

type DatabaseRequest = Pick<Operations['knowledgeBases_create']['body'], 'region' | 'size' | 'vpc_uuid' | 'project_id'>

const plans: readonly DatabaseRequest['size'][] = [
  'OPEN_SEARCH_PLAN_SIZE_SMALL',
  'OPEN_SEARCH_PLAN_SIZE_MEDIUM',
  'OPEN_SEARCH_PLAN_SIZE_LARGE',
  'OPEN_SEARCH_PLAN_SIZE_EXTRA_LARGE',
]

/** Returns the id of the cluster. @throws Failure 404, 422 */
export function createDatabase(ctx: AccountContext, { region, size: plan, vpc_uuid: vpc, project_id }: DatabaseRequest): string {
  const { slug } = ctx.engine.get('Region', region)
  if (vpc) checkVpc(ctx, vpc, slug)
  const [layout] = databaseEngines.find(({ base }) => base === 'opensearch')?.layouts ?? []
  if (!layout) throw new Error('The catalog offers no OpenSearch.')
  const { sizes, num_nodes } = layout
  const size = sizes[Math.min(Math.max(plans.indexOf(plan), 0), sizes.length - 1)]
  if (size === undefined) throw new Error('The catalog has no size for OpenSearch.')
  const name = `genai-os-${ctx.ids.hex(8)}`
  const network = vpc ? { private_network_uuid: vpc } : {}
  return createCluster(ctx, { name, engine: 'opensearch', num_nodes, size, region: slug, project_id, ...network }).id
}

function checkVpc({ engine }: AccountContext, id: string, region: string): void {
  const vpc = engine.find('Vpc', id)
  if (!vpc) throw referenceNotFound('vpc_uuid', 'VPC', id)
  if (vpc.region !== region) throw unprocessable(`vpc_uuid: the VPC is in ${vpc.region} and not in ${region}.`)
}
