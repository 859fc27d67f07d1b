/**
 * The specification as it takes effect: what was sent, only fields that are known, defaults filled in, secrets sealed. What was left out
 * and has no default is not there.
 */
import { defaultAppInstanceSize } from '../../catalog/app-instance-sizes.ts'
import { isRecord } from '../../engine/values.ts'
import { type AppSpec, type AskedSpec, type ComponentKind, type ComponentSpec, listComponents, reachableKinds } from './components.ts'
import type { Sealer } from './secrets.ts'

export interface FillOptions {
  readonly region: AppSpec['region']
  readonly sealer: Sealer
  /** The engine that a database's cluster runs. */
  readonly engineOf: (database: ComponentSpec) => NonNullable<ComponentSpec['engine']>
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

export function fillSpec(asked: AskedSpec, options: FillOptions): AppSpec {
  const { region, sealer } = options
  const fill = (kind: ComponentKind) => filled<ComponentSpec, ComponentSpec>(asked[kind], (each) => fillComponent(kind, each, options))
  const { vpc, egress } = asked
  return present<AppSpec>({
    name: asked.name,
    region,
    disable_edge_cache: asked.disable_edge_cache ?? false,
    disable_email_obfuscation: asked.disable_email_obfuscation ?? false,
    enhanced_threat_control_enabled: asked.enhanced_threat_control_enabled ?? false,
    domains: fillDomains(asked),
    services: fill('services'),
    static_sites: fill('static_sites'),
    jobs: fill('jobs'),
    workers: fill('workers'),
    functions: fill('functions'),
    databases: fill('databases'),
    envs: fillVariables(asked.envs, '', sealer),
    alerts: filled(asked.alerts, fillAlert),
    ingress: asked.ingress,
    egress: egress && { type: egress.type ?? 'AUTOASSIGN' },
    features: filled(asked.features, (feature) => feature),
    maintenance: asked.maintenance,
    // The addresses are the platform's; whoever stores the specification puts them in.
    vpc: vpc?.id === undefined ? undefined : { id: vpc.id, egress_ips: [] },
  })
}

/** The first domain is the primary one where none is said to be. */
function fillDomains({ domains = [] }: AskedSpec): AppSpec['domains'] {
  const hasPrimary = domains.some(({ type }) => type === 'PRIMARY')
  const first = domains.findIndex(({ type = 'UNSPECIFIED' }) => type === 'UNSPECIFIED')
  return filled(domains, ({ domain, type = 'UNSPECIFIED', wildcard, zone, minimum_tls_version: tls }, index) => {
    const kind = !hasPrimary && index === first ? 'PRIMARY' : 'ALIAS'
    return present<NonNullable<AppSpec['domains']>[number]>({
      domain,
      type: type === 'UNSPECIFIED' ? kind : type,
      wildcard,
      zone: zone || undefined,
      minimum_tls_version: tls,
    })
  })
}

function fillComponent(kind: ComponentKind, component: ComponentSpec, { sealer, engineOf }: FillOptions): ComponentSpec {
  const { name } = component
  const has = (field: Field) => fields[kind].includes(field)
  const known = Object.fromEntries(fields[kind].map((field) => [field, component[field]]))
  return present<ComponentSpec>({
    name,
    ...known,
    ...(has('image') && { image: component.image && fillImage(component.image, name, sealer) }),
    ...(has('envs') && { envs: fillVariables(component.envs, name, sealer) }),
    ...(has('log_destinations') && { log_destinations: filled(component.log_destinations, fillDestination) }),
    ...(has('alerts') && { alerts: filled(component.alerts, fillAlert) }),
    ...(has('instance_size_slug') && fillInstances(kind, component)),
    ...(has('health_check') && { health_check: fillCheck(component.health_check) }),
    ...(has('liveness_health_check') && { liveness_health_check: fillCheck(component.liveness_health_check) }),
    ...fillOwn(kind, component, engineOf),
  })
}

/** What components of one kind have by default. */
function fillOwn(kind: ComponentKind, component: ComponentSpec, engineOf: FillOptions['engineOf']): Unfinished<ComponentSpec> {
  const { index_document: index, error_document: failure, engine = 'UNSET', protocol, http_port: port } = component
  const grace = component.termination && { grace_period_seconds: 120, ...component.termination }
  switch (kind) {
    case 'services':
      return { protocol: protocol ?? 'HTTP', http_port: port ?? portOf(component), termination: grace && { drain_seconds: 15, ...grace } }
    case 'static_sites':
      return { index_document: index ?? 'index.html', error_document: failure ?? '404.html' }
    case 'jobs':
      return { ...fillJob(component), termination: grace }
    case 'workers':
      return { termination: grace }
    case 'databases':
      return { engine: engine === 'UNSET' ? engineOf(component) : engine, production: component.production ?? false }
    case 'functions':
      return {}
  }
}

/** What is told to listen inside alone has no port to the outside. */
function portOf({ internal_ports: inside = [] }: ComponentSpec): number | undefined {
  return inside.length > 0 ? undefined : 8080
}

function fillCheck(check: ComponentSpec['health_check']): ComponentSpec['health_check'] {
  return check && { ...healthCheck, ...check }
}

function fillInstances(kind: ComponentKind, component: ComponentSpec): Unfinished<ComponentSpec> {
  const scaling = kind === 'jobs' ? undefined : component.autoscaling
  return {
    instance_count: component.instance_count ?? (scaling ? undefined : 1),
    instance_size_slug: component.instance_size_slug ?? defaultAppInstanceSize,
    autoscaling: scaling && fillScaling(scaling),
  }
}

function fillScaling(scaling: NonNullable<ComponentSpec['autoscaling']>): NonNullable<ComponentSpec['autoscaling']> {
  const { metrics } = scaling
  return metrics?.cpu ? { ...scaling, metrics: { ...metrics, cpu: { percent: 80, ...metrics.cpu } } } : scaling
}

function fillJob({ kind = 'UNSPECIFIED', schedule }: ComponentSpec): Unfinished<ComponentSpec> {
  return {
    kind: kind === 'UNSPECIFIED' ? 'POST_DEPLOY' : kind,
    schedule: schedule && { cron: schedule.cron, time_zone: schedule.time_zone ?? 'UTC' },
  }
}

type Image = NonNullable<ComponentSpec['image']>

function fillImage(image: Image, component: string, sealer: Sealer): Image {
  const { registry_credentials: credentials, tag, digest } = image
  return present<Image>({
    registry: image.registry,
    registry_type: image.registry_type,
    registry_credentials: credentials ? sealer.seal(credentials, `${component}.image`) : undefined,
    repository: image.repository,
    tag: tag || 'latest',
    digest: digest || undefined,
    deploy_on_push: image.deploy_on_push,
  })
}

function fillVariables(variables: ComponentSpec['envs'], component: string, sealer: Sealer): ComponentSpec['envs'] {
  return filled(variables, ({ key, scope = 'UNSET', type = 'GENERAL', value = '' }) => ({
    key,
    scope: scope === 'UNSET' ? 'RUN_AND_BUILD_TIME' : scope,
    type,
    value: type === 'SECRET' ? sealer.seal(value, `${component}.${key}`) : value,
  }))
}

type Destination = NonNullable<ComponentSpec['log_destinations']>[number]

/** The keys in it are no secrets of the app's and come back as they were sent. */
function fillDestination({ name, papertrail, datadog, logtail, open_search: search }: Destination): Destination {
  const filledSearch = search && { ...search, index_name: search.index_name ?? 'logs' }
  return present<Destination>({ name, papertrail, datadog, logtail, open_search: filledSearch })
}

type Alert = NonNullable<AppSpec['alerts']>[number]

function fillAlert({ rule, disabled = false, operator, value, window }: Alert): Alert {
  return present<Alert>({ rule, disabled, operator: operator ?? 'UNSPECIFIED_OPERATOR', value, window: window ?? 'UNSPECIFIED_WINDOW' })
}

/** Undefined for a list that was not sent, or that is empty. */
function filled<Asked, Filled>(list: readonly Asked[] | undefined, fill: (item: Asked, index: number) => Filled): Filled[] | undefined {
  return list && list.length > 0 ? list.map(fill) : undefined
}

/** What may be left out may be undefined. */
type Unfinished<Type> = { readonly [Name in keyof Type]?: Type[Name] | undefined }

/** Without what is undefined. */
function present<Type extends object>(value: { readonly [Name in keyof Type]: Type[Name] | undefined }): Type {
  // What must be there is no more undefined in `value` than in `Type`.
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined && each !== null)) as Type
}

/** The specification as it is stored and shown: what was sent and nothing else, but for secrets, which are sealed, and for what the platform decides. */
export function echoSpec(asked: AskedSpec, filledSpec: AppSpec): AppSpec {
  const { region, domains, services: chosen = [] } = filledSpec
  // What is taken away was not sent, so it is not required.
  const sent = follow(asked, filledSpec) as AppSpec
  const services = sent.services?.map((service, at) => present({ ...service, http_port: chosen[at]?.http_port }))
  return addIngress({ ...sent, region, ...(domains !== undefined && { domains }), ...(services && { services }) })
}

/** The fields that were sent, with the values that are to be stored. */
function follow(asked: unknown, stored: unknown): unknown {
  if (Array.isArray(asked) && Array.isArray(stored)) return stored.map((each, at) => follow(asked[at], each))
  if (!isRecord(asked) || !isRecord(stored)) return stored
  // A null that is still there has a meaning: any path.
  const sent = Object.entries(stored).filter(([name, each]) => asked[name] !== undefined && (asked[name] !== null || each === null))
  return Object.fromEntries(sent.map(([name, each]) => [name, follow(asked[name], each)]))
}

/** Where nothing says how requests find the components, all of them go to the first, and to the others under their names. */
function addIngress(spec: AppSpec): AppSpec {
  const { ingress } = spec
  const components = listComponents(spec, reachableKinds).filter(({ kind, value }) => kind !== 'services' || value.http_port !== undefined)
  const isSaid = (ingress?.rules ?? []).length > 0 || components.some(({ value: { routes = [] } }) => routes.length > 0)
  if (isSaid || components.length === 0) return spec
  const rules = components.map(({ name }, at) => ({ match: { path: { prefix: at === 0 ? '/' : `/${name}` } }, component: { name } }))
  return { ...spec, ingress: { ...ingress, rules } }
}
