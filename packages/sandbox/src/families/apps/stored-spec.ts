/** Stored form of an app spec: the known fields of the request, with secrets encrypted, and the fields that the platform decides. */
import { type AppSpec, type SpecInput, type ComponentKind, type ComponentSpec, listComponents, reachableKinds } from './components.ts'
import type { Sealer } from './secrets.ts'

interface StoredSpecOptions {
  readonly region: AppSpec['region']
  readonly sealer: Sealer
  /** Returns the engine of the cluster of a database. */
  readonly findEngine: (database: ComponentSpec) => NonNullable<ComponentSpec['engine']>
}

type Fields<Type> = readonly (keyof Type)[]

const specFields: Fields<SpecInput> = [
  'name',
  'disable_edge_cache',
  'disable_email_obfuscation',
  'enhanced_threat_control_enabled',
  'ingress',
  'egress',
  'features',
  'maintenance',
]
const sources = ['git', 'github', 'gitlab', 'bitbucket'] as const
const commands = ['image', 'dockerfile_path', 'build_command', 'run_command', 'environment_slug'] as const
const built = ['name', ...sources, ...commands, 'source_dir', 'envs', 'log_destinations'] as const
const running = [...built, 'instance_count', 'instance_size_slug', 'termination', 'alerts'] as const
const checks = ['health_check', 'liveness_health_check'] as const

const componentFields: Readonly<Record<ComponentKind, Fields<ComponentSpec>>> = {
  services: [...running, ...checks, 'autoscaling', 'cors', 'protocol', 'http_port', 'internal_ports', 'routes'],
  static_sites: [...built, 'index_document', 'error_document', 'catchall_document', 'output_dir', 'cors', 'routes'],
  jobs: [...running, 'kind', 'schedule'],
  workers: [...running, 'autoscaling', 'liveness_health_check'],
  functions: ['name', ...sources, 'source_dir', 'envs', 'log_destinations', 'alerts', 'cors', 'routes'],
  databases: ['name', 'engine', 'version', 'production', 'cluster_name', 'db_name', 'db_user'],
}

type Image = NonNullable<ComponentSpec['image']>
type Variable = NonNullable<ComponentSpec['envs']>[number]
type Domain = NonNullable<AppSpec['domains']>[number]

const imageFields: Fields<Image> = ['registry', 'registry_type', 'registry_credentials', 'repository', 'tag', 'digest', 'deploy_on_push']
const alertFields: Fields<NonNullable<AppSpec['alerts']>[number]> = ['rule', 'disabled', 'operator', 'value', 'window']
// API keys are not encrypted: replies contain them as sent.
const destinationFields: Fields<NonNullable<ComponentSpec['log_destinations']>[number]> = [
  'name',
  'papertrail',
  'datadog',
  'logtail',
  'open_search',
]

export function formatStoredSpec(input: SpecInput, options: StoredSpecOptions): AppSpec {
  const { region, sealer } = options
  const { domains, envs, alerts, vpc } = input
  const format = (kind: ComponentKind) => input[kind]?.map((each: ComponentSpec) => formatComponent(kind, each, options))
  const spec = {
    ...pickSent(input, specFields),
    region,
    domains: domains && formatDomains(domains),
    services: format('services'),
    static_sites: format('static_sites'),
    jobs: format('jobs'),
    workers: format('workers'),
    functions: format('functions'),
    databases: format('databases'),
    envs: envs?.map((variable) => formatVariable(variable, '', sealer)),
    alerts: alerts?.map((alert) => pickSent(alert, alertFields)),
    // `storeSpec` adds the addresses.
    vpc: vpc?.id === undefined ? undefined : { id: vpc.id },
  }
  // Only optional fields are omitted.
  return addIngress(omitEmpty(spec) as AppSpec)
}

/** Makes the first domain without a type the primary one when none is. */
function formatDomains(domains: NonNullable<SpecInput['domains']>): Domain[] {
  const hasPrimary = domains.some(({ type }) => type === 'PRIMARY')
  const first = domains.findIndex(({ type = 'UNSPECIFIED' }) => type === 'UNSPECIFIED')
  return domains.map(({ domain, type = 'UNSPECIFIED', wildcard, zone, minimum_tls_version: tls }, index) => {
    const kind = !hasPrimary && index === first ? 'PRIMARY' : 'ALIAS'
    return omitEmpty({
      domain,
      type: type === 'UNSPECIFIED' ? kind : type,
      wildcard,
      zone: zone || undefined,
      minimum_tls_version: tls,
    }) as Domain
  })
}

function formatComponent(kind: ComponentKind, component: ComponentSpec, { sealer, findEngine }: StoredSpecOptions): ComponentSpec {
  const sent = pickSent(component, componentFields[kind])
  const { name, image, envs, alerts, log_destinations: destinations, schedule, internal_ports: ports, http_port: port } = sent
  return {
    ...sent,
    ...(image && { image: formatImage(image, name, sealer) }),
    ...(envs && { envs: envs.map((variable) => formatVariable(variable, name, sealer)) }),
    ...(alerts && { alerts: alerts.map((alert) => pickSent(alert, alertFields)) }),
    ...(destinations && { log_destinations: destinations.map((destination) => pickSent(destination, destinationFields)) }),
    ...(schedule && { schedule: pickSent(schedule, ['cron', 'time_zone']) }),
    ...(sent.kind === 'UNSPECIFIED' && { kind: 'POST_DEPLOY' }),
    ...(sent.engine === 'UNSET' && { engine: findEngine(component) }),
    // A service with internal ports only has no public port.
    ...(kind === 'services' && !ports && { http_port: port ?? 8080 }),
  }
}

function formatImage(image: Image, component: string, sealer: Sealer): Image {
  const { registry_credentials: credentials, tag, ...sent } = pickSent(image, imageFields)
  return {
    ...sent,
    ...(credentials && { registry_credentials: sealer.seal(credentials, `${component}.image`) }),
    ...(tag !== undefined && { tag: tag || 'latest' }),
  }
}

function formatVariable(variable: Variable, component: string, sealer: Sealer): Variable {
  const sent = pickSent(variable, ['key', 'scope', 'type', 'value'])
  const { key, scope, type, value } = sent
  return {
    ...sent,
    ...(scope === 'UNSET' && { scope: 'RUN_AND_BUILD_TIME' }),
    ...(type === 'SECRET' && value !== undefined && { value: sealer.seal(value, `${component}.${key}`) }),
  }
}

/** Picks known fields with values. */
function pickSent<Type extends object>(value: Type, names: Fields<Type>): Type {
  // Only optional fields are omitted.
  return omitEmpty(Object.fromEntries(names.map((name) => [name, value[name]]))) as Type
}

/** Omits what clients send for absent fields: null and empty lists. */
function omitEmpty(value: object): object {
  return Object.fromEntries(
    Object.entries(value).filter(
      ([, each]: [string, unknown]) => each !== undefined && each !== null && !(Array.isArray(each) && each.length === 0),
    ),
  )
}

/** Without routes or ingress rules, routes `/` to the first component and `/<name>` to the others. */
function addIngress(spec: AppSpec): AppSpec {
  const { ingress } = spec
  const components = listComponents(spec, reachableKinds).filter(({ kind, value }) => kind !== 'services' || value.http_port !== undefined)
  const hasRoutes = (ingress?.rules ?? []).length > 0 || components.some(({ value: { routes = [] } }) => routes.length > 0)
  if (hasRoutes || components.length === 0) return spec
  const rules = components.map(({ name }, at) => ({ match: { path: { prefix: at === 0 ? '/' : `/${name}` } }, component: { name } }))
  return { ...spec, ingress: { ...ingress, rules } }
}
