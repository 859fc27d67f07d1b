/** What a specification names outside the app has to be there: clusters, registries, VPCs, zones. */
import { appRegions } from '../../catalogue/app-regions.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { engineOf } from '../databases/index.ts'
import { listOf, recordOf } from './components.ts'
import type { Report } from './findings.ts'

/** Engines as a specification and as a cluster names them. */
const engines: Readonly<Record<string, string>> = {
  pg: 'PG',
  mysql: 'MYSQL',
  redis: 'REDIS',
  valkey: 'VALKEY',
  mongodb: 'MONGODB',
  kafka: 'KAFKA',
  opensearch: 'OPENSEARCH',
}

export function engineOfCluster(cluster: Value): string {
  return engines[engineOf(cluster).base] ?? 'PG'
}

export function findClusterByName({ engine }: World, name: unknown): Value | undefined {
  return engine.all({ kind: 'DatabaseCluster', where: [{ field: 'name', equals: String(name) }] })[0]
}

export function checkDatabase(world: World, value: Value, report: Report): void {
  const { engine, production, cluster_name: name } = value
  if (production !== true) {
    if (engine !== 'PG') report('engine', `is a development database, and those run PostgreSQL only, not ${String(engine)}.`)
    return
  }
  if (typeof name !== 'string' || name === '') return report('cluster_name', 'is a production database and must name the cluster it is in.')
  const cluster = findClusterByName(world, name)
  if (!cluster) return report('cluster_name', `names the database cluster "${name}", which there is not.`)
  const own = engineOfCluster(cluster)
  if (engine !== own) report('engine', `wants ${String(engine)}, and the cluster ${name} runs ${own}.`)
  const parent = under({ kind: 'DatabaseCluster', id: String(cluster['id']) })
  const isThere = (kind: string, id: unknown) => world.engine.find({ kind, parent, id: String(id) }) !== undefined
  const { db_name: database, db_user: user } = value
  if (database !== undefined && database !== '' && !isThere('DatabaseDb', database))
    report('db_name', `names the database "${String(database)}", which the cluster ${name} does not have.`)
  if (user !== undefined && user !== '' && !isThere('DatabaseUser', user))
    report('db_user', `names the user "${String(user)}", whom the cluster ${name} does not have.`)
}

/** Other registries, and what nobody has pushed here, cannot be looked into. */
export function checkImage({ engine }: World, image: Value, report: Report): void {
  const { registry_type: type, registry, repository, tag, digest } = image
  if (typeof digest === 'string' && !/^sha256:[0-9a-f]{64}$/.test(digest))
    report('image.digest', 'needs sha256: and 64 hexadecimal digits.')
  if (type === 'GHCR' && !registry) report('image.registry', 'needs the owner of the image at GitHub.')
  if (type !== 'DOCR') {
    if (recordOf(image, 'deploy_on_push')?.['enabled'] === true)
      report('image.deploy_on_push', 'can have it for images of this account only (DOCR).')
    return
  }
  const registries = engine.all({ kind: 'Registry' }).map(({ name }) => String(name))
  if (registries.length === 0) return report('image', 'wants an image of this account, which has no container registry.')
  if (registry && !registries.includes(String(registry)))
    return report('image.registry', `names the registry "${String(registry)}", which there is not.`)
  const found = registries
    .filter((name) => !registry || name === registry)
    .map((name): Key => ({ kind: 'RegistryRepository', parent: under({ kind: 'Registry', id: name }), id: String(repository) }))
    .find((key) => engine.find(key))
  if (!found || digest !== undefined) return
  if (!engine.find({ kind: 'RegistryTag', parent: under(found), id: String(tag) }))
    report('image.tag', `wants the tag "${String(tag)}", which the repository ${String(repository)} does not have.`)
}

export function checkDestinations(world: World, value: Value, report: Report): void {
  for (const [index, destination] of listOf(value, 'log_destinations').entries()) {
    const at = `log_destinations.${index}`
    const kinds = ['papertrail', 'datadog', 'logtail', 'open_search'].filter((kind) => destination[kind] !== undefined)
    if (kinds.length !== 1) report(at, 'needs exactly one of papertrail, datadog, logtail and open_search.')
    const search = recordOf(destination, 'open_search')
    if (!search) continue
    const { cluster_name: name, endpoint } = search
    if ((name === undefined) === (endpoint === undefined)) report(`${at}.open_search`, 'needs exactly one of cluster_name and endpoint.')
    if (name === undefined) continue
    const cluster = findClusterByName(world, name)
    if (!cluster) report(`${at}.open_search.cluster_name`, `names the database cluster "${String(name)}", which there is not.`)
    else if (engineOfCluster(cluster) !== 'OPENSEARCH')
      report(`${at}.open_search.cluster_name`, `names "${String(name)}", which is no OpenSearch cluster.`)
  }
}

export function checkDomains(
  { engine }: World,
  spec: Value,
  app: { readonly id: string; readonly host: string } | undefined,
  report: Report,
): void {
  const domains = listOf(spec, 'domains')
  const nameOf = ({ domain }: Value) => String(domain).toLowerCase().replace(/\.$/, '')
  const others = engine.all({ kind: 'App' }).filter(({ id }) => id !== app?.id)
  if (domains.filter(({ type }) => type === 'PRIMARY').length > 1) report('spec.domains', 'only one of them can be PRIMARY.')
  for (const [index, domain] of domains.entries()) {
    const at = `spec.domains.${index}`
    const name = nameOf(domain)
    if (domains.findIndex((other) => nameOf(other) === name) !== index) report(`${at}.domain`, `${name} is there twice.`)
    if (domain['type'] === 'DEFAULT' && name !== app?.host) report(`${at}.type`, 'DEFAULT is the address that the platform gives.')
    const other = others.find(({ spec: own }) => listOf(own as Value, 'domains').some((each) => nameOf(each) === name))
    if (other) report(`${at}.domain`, `${name} leads to the app ${String((other['spec'] as Value)['name'])} already.`)
    const zone = domain['zone'] === undefined ? undefined : String(domain['zone']).toLowerCase()
    if (zone === undefined) continue
    if (name !== zone && !name.endsWith(`.${zone}`)) report(`${at}.zone`, `${name} is not in ${zone}.`)
    else if (!engine.find({ kind: 'Domain', id: zone })) report(`${at}.zone`, `there is no domain "${zone}" in this account.`)
  }
}

export function checkVpc({ engine }: World, spec: Value, report: Report): void {
  const id = recordOf(spec, 'vpc')?.['id']
  if (id === undefined) return
  const vpc = engine.find({ kind: 'Vpc', id: String(id) })
  if (!vpc) return report('spec.vpc.id', `there is no VPC "${String(id)}".`)
  const region = appRegions.find(({ slug }) => slug === spec['region'])
  if (region && !region.data_centers.includes(String(vpc['region'])))
    report(
      'spec.vpc.id',
      `the VPC ${String(vpc['name'])} is in ${String(vpc['region'])}, which is not in ${region.slug} (${region.data_centers.join(', ')}).`,
    )
}
