/** Defaults of an app spec: drops unknown and empty fields, adds defaults and encrypts secrets. */
import { defaultAppInstanceSize } from '../../catalog/app-instance-sizes.ts'
import { isRecord } from '../../engine/values.ts'
import { type AppSpec, type SpecInput, type ComponentKind, type ComponentSpec, listComponents, reachableKinds } from './components.ts'
import type { Sealer } from './secrets.ts'

export interface SpecDefaultsOptions {
  readonly region: AppSpec['region']
  readonly sealer: Sealer
  /** Returns the engine of the cluster of a database. */
  readonly findEngine: (database: ComponentSpec) => NonNullable<ComponentSpec['engine']>
}

type Field = keyof ComponentSpec

const common: readonly Field[] = ['name', 'git', 'github', 'gitlab', 'bitbucket']
const built: readonly Field[] = [
  ...common,
  'image',
  'dockerfile_path',
  'build_command',
  'run_command',
  'source_dir',
  'envs',
  'environment_slug',
  'log_destinations',
]
const instances: readonly Field[] = ['instance_count', 'instance_size_slug']

const fields: Readonly<Record<ComponentKind, readonly Field[]>> = {
  services: [
    ...built,
    ...instances,
    'autoscaling',
    'cors',
    'health_check',
    'liveness_health_check',
    'protocol',
    'http_port',
    'internal_ports',
    'routes',
    'termination',
    'alerts',
  ],
  static_sites: [...built, 'index_document', 'error_document', 'catchall_document', 'output_dir', 'cors', 'routes'],
  jobs: [...built, ...instances, 'kind', 'schedule', 'termination', 'alerts'],
  workers: [...built, ...instances, 'autoscaling', 'termination', 'liveness_health_check', 'alerts'],
  functions: ['name', 'source_dir', ...common.slice(1), 'envs', 'alerts', 'log_destinations', 'cors', 'routes'],
  databases: ['name', 'engine', 'version', 'production', 'cluster_name', 'db_name', 'db_user'],
}

const healthCheck = { failure_threshold: 9, initial_delay_seconds: 0, period_seconds: 10, success_threshold: 1, timeout_seconds: 1 }

export function applyDefaults(input: SpecInput, options: SpecDefaultsOptions): AppSpec {
  const { region, sealer } = options
  const applyTo = (kind: ComponentKind) =>
    mapNonEmpty<ComponentSpec, ComponentSpec>(input[kind], (each) => applyComponentDefaults(kind, each, options))
  const { vpc, egress } = input
  return omitUndefined<AppSpec>({
    name: input.name,
    region,
    disable_edge_cache: input.disable_edge_cache ?? false,
    disable_email_obfuscation: input.disable_email_obfuscation ?? false,
    enhanced_threat_control_enabled: input.enhanced_threat_control_enabled ?? false,
    domains: applyDomainDefaults(input),
    services: applyTo('services'),
    static_sites: applyTo('static_sites'),
    jobs: applyTo('jobs'),
    workers: applyTo('workers'),
    functions: applyTo('functions'),
    databases: applyTo('databases'),
    envs: applyVariableDefaults(input.envs, '', sealer),
    alerts: mapNonEmpty(input.alerts, applyAlertDefaults),
    ingress: input.ingress,
    egress: egress && { type: egress.type ?? 'AUTOASSIGN' },
    features: mapNonEmpty(input.features, (feature) => feature),
    maintenance: input.maintenance,
    // `storeSpec` adds the addresses.
    vpc: vpc?.id === undefined ? undefined : { id: vpc.id, egress_ips: [] },
  })
}

/** Makes the first domain without a type the primary one when none is. */
function applyDomainDefaults({ domains = [] }: SpecInput): AppSpec['domains'] {
  const hasPrimary = domains.some(({ type }) => type === 'PRIMARY')
  const first = domains.findIndex(({ type = 'UNSPECIFIED' }) => type === 'UNSPECIFIED')
  return mapNonEmpty(domains, ({ domain, type = 'UNSPECIFIED', wildcard, zone, minimum_tls_version: tls }, index) => {
    const kind = !hasPrimary && index === first ? 'PRIMARY' : 'ALIAS'
    return omitUndefined<NonNullable<AppSpec['domains']>[number]>({
      domain,
      type: type === 'UNSPECIFIED' ? kind : type,
      wildcard,
      zone: zone || undefined,
      minimum_tls_version: tls,
    })
  })
}

function applyComponentDefaults(kind: ComponentKind, component: ComponentSpec, { sealer, findEngine }: SpecDefaultsOptions): ComponentSpec {
  const { name } = component
  const has = (field: Field) => fields[kind].includes(field)
  const known = Object.fromEntries(fields[kind].map((field) => [field, component[field]]))
  return omitUndefined<ComponentSpec>({
    name,
    ...known,
    ...(has('image') && { image: component.image && applyImageDefaults(component.image, name, sealer) }),
    ...(has('envs') && { envs: applyVariableDefaults(component.envs, name, sealer) }),
    ...(has('log_destinations') && { log_destinations: mapNonEmpty(component.log_destinations, applyDestinationDefaults) }),
    ...(has('alerts') && { alerts: mapNonEmpty(component.alerts, applyAlertDefaults) }),
    ...(has('instance_size_slug') && applyInstanceDefaults(kind, component)),
    ...(has('health_check') && { health_check: applyHealthCheckDefaults(component.health_check) }),
    ...(has('liveness_health_check') && { liveness_health_check: applyHealthCheckDefaults(component.liveness_health_check) }),
    ...applyKindDefaults(kind, component, findEngine),
  })
}

/** Returns the defaults of one kind. */
function applyKindDefaults(
  kind: ComponentKind,
  component: ComponentSpec,
  findEngine: SpecDefaultsOptions['findEngine'],
): Draft<ComponentSpec> {
  const { index_document: index, error_document: failure, engine = 'UNSET', protocol, http_port: port } = component
  const grace = component.termination && { grace_period_seconds: 120, ...component.termination }
  switch (kind) {
    case 'services':
      return {
        protocol: protocol ?? 'HTTP',
        http_port: port ?? getDefaultPort(component),
        termination: grace && { drain_seconds: 15, ...grace },
      }
    case 'static_sites':
      return { index_document: index ?? 'index.html', error_document: failure ?? '404.html' }
    case 'jobs':
      return { ...applyJobDefaults(component), termination: grace }
    case 'workers':
      return { termination: grace }
    case 'databases':
      return { engine: engine === 'UNSET' ? findEngine(component) : engine, production: component.production ?? false }
    case 'functions':
      return {}
  }
}

/** A service with internal ports only has no public port. */
function getDefaultPort({ internal_ports: inside = [] }: ComponentSpec): number | undefined {
  return inside.length > 0 ? undefined : 8080
}

function applyHealthCheckDefaults(check: ComponentSpec['health_check']): ComponentSpec['health_check'] {
  return check && { ...healthCheck, ...check }
}

function applyInstanceDefaults(kind: ComponentKind, component: ComponentSpec): Draft<ComponentSpec> {
  const scaling = kind === 'jobs' ? undefined : component.autoscaling
  return {
    instance_count: component.instance_count ?? (scaling ? undefined : 1),
    instance_size_slug: component.instance_size_slug ?? defaultAppInstanceSize,
    autoscaling: scaling && applyAutoscalingDefaults(scaling),
  }
}

function applyAutoscalingDefaults(scaling: NonNullable<ComponentSpec['autoscaling']>): NonNullable<ComponentSpec['autoscaling']> {
  const { metrics } = scaling
  return metrics?.cpu ? { ...scaling, metrics: { ...metrics, cpu: { percent: 80, ...metrics.cpu } } } : scaling
}

function applyJobDefaults({ kind = 'UNSPECIFIED', schedule }: ComponentSpec): Draft<ComponentSpec> {
  return {
    kind: kind === 'UNSPECIFIED' ? 'POST_DEPLOY' : kind,
    schedule: schedule && { cron: schedule.cron, time_zone: schedule.time_zone ?? 'UTC' },
  }
}

type Image = NonNullable<ComponentSpec['image']>

function applyImageDefaults(image: Image, component: string, sealer: Sealer): Image {
  const { registry_credentials: credentials, tag, digest } = image
  return omitUndefined<Image>({
    registry: image.registry,
    registry_type: image.registry_type,
    registry_credentials: credentials ? sealer.seal(credentials, `${component}.image`) : undefined,
    repository: image.repository,
    tag: tag || 'latest',
    digest: digest || undefined,
    deploy_on_push: image.deploy_on_push,
  })
}

function applyVariableDefaults(variables: ComponentSpec['envs'], component: string, sealer: Sealer): ComponentSpec['envs'] {
  return mapNonEmpty(variables, ({ key, scope = 'UNSET', type = 'GENERAL', value = '' }) => ({
    key,
    scope: scope === 'UNSET' ? 'RUN_AND_BUILD_TIME' : scope,
    type,
    value: type === 'SECRET' ? sealer.seal(value, `${component}.${key}`) : value,
  }))
}

type Destination = NonNullable<ComponentSpec['log_destinations']>[number]

/** Does not encrypt API keys: replies contain them as sent. */
function applyDestinationDefaults({ name, papertrail, datadog, logtail, open_search: search }: Destination): Destination {
  const openSearch = search && { ...search, index_name: search.index_name ?? 'logs' }
  return omitUndefined<Destination>({ name, papertrail, datadog, logtail, open_search: openSearch })
}

type Alert = NonNullable<AppSpec['alerts']>[number]

function applyAlertDefaults({ rule, disabled = false, operator, value, window }: Alert): Alert {
  return omitUndefined<Alert>({
    rule,
    disabled,
    operator: operator ?? 'UNSPECIFIED_OPERATOR',
    value,
    window: window ?? 'UNSPECIFIED_WINDOW',
  })
}

/** Returns undefined for an absent or empty list. */
function mapNonEmpty<T, U>(list: readonly T[] | undefined, map: (item: T, index: number) => U): U[] | undefined {
  return list && list.length > 0 ? list.map(map) : undefined
}

/** Fields that may be absent or undefined. */
type Draft<Type> = { readonly [Name in keyof Type]?: Type[Name] | undefined }

/** Drops fields that are undefined or null. */
function omitUndefined<Type extends object>(value: { readonly [Name in keyof Type]: Type[Name] | undefined }): Type {
  // Required fields of `Type` are never undefined.
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined && each !== null)) as Type
}

/** Returns the spec as stored and shown: the fields of the request, with secrets encrypted, and the fields that the platform decides. */
export function formatStoredSpec(input: SpecInput, spec: AppSpec): AppSpec {
  const { region, domains, services: chosen = [] } = spec
  // Fields that are dropped are optional, as the request did not have them.
  const sent = pickSentFields(input, spec) as AppSpec
  const services = sent.services?.map((service, at) => omitUndefined({ ...service, http_port: chosen[at]?.http_port }))
  return addIngress({ ...sent, region, ...(domains !== undefined && { domains }), ...(services && { services }) })
}

/** Returns the fields of the request with the values of the stored spec. */
function pickSentFields(input: unknown, stored: unknown): unknown {
  if (Array.isArray(input) && Array.isArray(stored)) return stored.map((each, at) => pickSentFields(input[at], each))
  if (!isRecord(input) || !isRecord(stored)) return stored
  // A null that is left has a meaning: any path.
  const sent = Object.entries(stored).filter(([name, each]) => input[name] !== undefined && (input[name] !== null || each === null))
  return Object.fromEntries(sent.map(([name, each]) => [name, pickSentFields(input[name], each)]))
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
