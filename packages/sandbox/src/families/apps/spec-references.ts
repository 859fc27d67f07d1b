/** Checks that the clusters, registries, VPCs and zones of an app spec exist. */
import { appRegions } from '../../catalog/app-regions.ts'
import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { childPath } from '../../store/store.ts'
import { engineOf } from '../databases/index.ts'
import type { AppSpec, ComponentSpec } from './components.ts'
import type { Report } from './spec-report.ts'

type Engine = NonNullable<ComponentSpec['engine']>

/** Engine in an app spec, by engine of a cluster. */
const engines: Readonly<Record<string, Engine>> = {
  pg: 'PG',
  mysql: 'MYSQL',
  redis: 'REDIS',
  valkey: 'VALKEY',
  mongodb: 'MONGODB',
  kafka: 'KAFKA',
  opensearch: 'OPENSEARCH',
}

export function getClusterEngine(cluster: Kinds['DatabaseCluster']): Engine {
  return engines[engineOf(cluster).base] ?? 'PG'
}

export function findClusterByName({ engine }: AccountContext, name = ''): Kinds['DatabaseCluster'] | undefined {
  return engine.list('DatabaseCluster', { where: [{ field: 'name', equals: name }] })[0]
}

export function checkDatabase(ctx: AccountContext, value: ComponentSpec, report: Report): void {
  const { engine, production, cluster_name: name, db_name: database, db_user: user } = value
  if (!production) {
    if (engine && engine !== 'PG') report('engine', `is a development database, which supports PG only, not ${engine}.`)
    return
  }
  if (!name) return report('cluster_name', 'is a production database and needs a cluster_name.')
  const cluster = findClusterByName(ctx, name)
  if (!cluster) return report('cluster_name', `names the database cluster "${name}", which does not exist.`)
  const clusterEngine = getClusterEngine(cluster)
  if (engine && engine !== clusterEngine) report('engine', `uses ${engine}, but the cluster ${name} runs ${clusterEngine}.`)
  const parent = childPath(keyOf('DatabaseCluster', cluster.id))
  if (database && !ctx.engine.find('DatabaseDb', { parent, id: database }))
    report('db_name', `names the database "${database}", which the cluster ${name} does not have.`)
  if (user && !ctx.engine.find('DatabaseUser', { parent, id: user }))
    report('db_user', `names the user "${user}", which the cluster ${name} does not have.`)
}

type Image = NonNullable<ComponentSpec['image']>

/** Checks images of the account. Other registries, and repositories without an image, cannot be checked. */
export function checkImage({ engine }: AccountContext, image: Image, report: Report): void {
  const { registry_type: type, registry, repository, tag = 'latest', digest, deploy_on_push: push } = image
  if (type === 'GHCR' && !registry) report('image.registry', 'needs the owner of the image at GitHub.')
  if (type !== 'DOCR') {
    if (push?.enabled) report('image.deploy_on_push', 'supports deploy_on_push for images of this account only (DOCR).')
    return
  }
  const registries = engine.list('Registry').map(({ name }) => name)
  if (registries.length === 0) return report('image', 'names an image of this account, which has no container registry.')
  if (registry && !registries.includes(registry)) return report('image.registry', `names the registry "${registry}", which does not exist.`)
  const repositoryKey = registries
    .filter((name) => !registry || name === registry)
    .map((name) => keyOf('RegistryRepository', { parent: childPath(keyOf('Registry', name)), id: repository }))
    .find((key) => engine.find('RegistryRepository', key))
  if (!repositoryKey || digest !== undefined) return
  if (!engine.find('RegistryTag', { parent: childPath(repositoryKey), id: tag }))
    report('image.tag', `names the tag "${tag}", which the repository ${repository} does not have.`)
}

export function checkDestinations(ctx: AccountContext, { log_destinations: destinations = [] }: ComponentSpec, report: Report): void {
  for (const [index, destination] of destinations.entries()) {
    if (!destination.open_search) continue
    const at = `log_destinations.${index}.open_search`
    const { cluster_name: name, endpoint } = destination.open_search
    if ((name === undefined) === (endpoint === undefined)) report(at, 'needs exactly one of cluster_name and endpoint.')
    if (name === undefined) continue
    const cluster = findClusterByName(ctx, name)
    if (!cluster) report(`${at}.cluster_name`, `names the database cluster "${name}", which does not exist.`)
    else if (getClusterEngine(cluster) !== 'OPENSEARCH')
      report(`${at}.cluster_name`, `names "${name}", which is not an OpenSearch cluster.`)
  }
}

interface AppIdentity {
  readonly id: string
  readonly host: string
}

export function checkDomains({ engine }: AccountContext, { domains = [] }: AppSpec, app: AppIdentity | undefined, report: Report): void {
  const normalizeName = ({ domain }: { readonly domain: string }) => domain.toLowerCase().replace(/\.$/, '')
  const findOther = (name: string) =>
    [name, `${name}.`]
      .flatMap((equals) => engine.list('App', { where: [{ field: 'spec.domains[].domain', equals, ignoreCase: true }] }))
      .find(({ id }) => id !== app?.id)
  if (domains.filter(({ type }) => type === 'PRIMARY').length > 1) report('spec.domains', 'only one of them can be PRIMARY.')
  for (const [index, domain] of domains.entries()) {
    const at = `spec.domains.${index}`
    const name = normalizeName(domain)
    if (domains.findIndex((other) => normalizeName(other) === name) !== index) report(`${at}.domain`, `${name} is listed twice.`)
    if (domain.type === 'DEFAULT' && name !== app?.host) report(`${at}.type`, 'DEFAULT must be the host name that the platform assigns.')
    const other = findOther(name)
    if (other) report(`${at}.domain`, `${name} is already a domain of the app ${other.spec.name}.`)
    const zone = domain.zone?.toLowerCase()
    if (zone === undefined) continue
    if (name !== zone && !name.endsWith(`.${zone}`)) report(`${at}.zone`, `${name} is not in ${zone}.`)
    else if (!engine.find('Domain', zone)) report(`${at}.zone`, `there is no domain "${zone}" in this account.`)
  }
}

export function checkVpc({ engine }: AccountContext, { vpc: vpcInput, region: slug }: AppSpec, report: Report): void {
  if (!vpcInput) return
  const vpc = engine.find('Vpc', vpcInput.id)
  if (!vpc) return report('spec.vpc.id', `there is no VPC "${vpcInput.id}".`)
  const centers = appRegions.find((region) => region.slug === slug)?.data_centers
  if (centers && !centers.includes(vpc.region))
    report('spec.vpc.id', `the VPC ${vpc.name} is in ${vpc.region}, which is not in ${slug} (${centers.join(', ')}).`)
}
