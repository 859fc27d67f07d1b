/** The OpenSearch cluster of a knowledge base: one that is named, or one that is made for it as anybody would make one. */
import { databaseEngines } from '../../catalogue/database-engines.ts'
import { operationRows } from '../../generated/operations.ts'
import type { Call } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { World } from '../../engine/world.ts'
import { databases } from '../databases/index.ts'
import { missing } from '../agents/index.ts'

/** @throws Failure 404, 422 */
export function checkDatabase({ engine }: World, id: string): void {
  const cluster = engine.find({ kind: 'DatabaseCluster', id })
  if (!cluster) throw missing('database_id', 'database cluster', id)
  if (cluster['engine'] !== 'opensearch') throw unprocessable('database_id: the cluster is not OpenSearch.')
}

export interface WantedDatabase {
  readonly region: string
  readonly plan: unknown
  readonly vpc: string | undefined
  readonly project: string
}

const plans = [
  'OPEN_SEARCH_PLAN_SIZE_SMALL',
  'OPEN_SEARCH_PLAN_SIZE_MEDIUM',
  'OPEN_SEARCH_PLAN_SIZE_LARGE',
  'OPEN_SEARCH_PLAN_SIZE_EXTRA_LARGE',
]

/** Gives back its id. @throws Failure 404, 422 */
export function makeDatabase(call: Call, world: World, { region, plan, vpc, project }: WantedDatabase): string {
  if (vpc !== undefined) checkVpc(world, vpc, region)
  const layout = databaseEngines.find(({ slug }) => slug === 'opensearch')?.layouts[0]
  const sizes = layout?.sizes ?? []
  const size = sizes[Math.min(Math.max(plans.indexOf(String(plan)), 0), sizes.length - 1)]
  const operation = operationRows.find(({ id }) => id === 'databases_create')
  const create = databases.operations?.['databases_create']
  if (!operation || !create) throw new Error('Database clusters cannot be made: there is no behaviour for databases_create.')
  const body = {
    name: `genai-os-${world.ids.hex(8)}`,
    engine: 'opensearch',
    num_nodes: layout?.num_nodes ?? 1,
    size,
    region,
    project_id: project,
    ...(vpc !== undefined && { private_network_uuid: vpc }),
  }
  const reply = create({ ...call, operation, path: {}, query: {}, body }, world)
  return (JSON.parse(String(reply.body)) as { readonly database: { readonly id: string } }).database.id
}

function checkVpc({ engine }: World, id: string, region: string): void {
  const vpc = engine.find({ kind: 'Vpc', id })
  if (!vpc) throw missing('vpc_uuid', 'VPC', id)
  if (vpc['region'] !== region) throw unprocessable(`vpc_uuid: the VPC is in ${String(vpc['region'])} and not in ${region}.`)
}
