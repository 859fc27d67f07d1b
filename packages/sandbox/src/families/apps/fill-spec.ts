/**
 * The specification as it takes effect: what was sent, only fields that are known, defaults filled in, secrets sealed. What was left out
 * and has no default is not there.
 */
import { defaultAppInstanceSize } from '../../catalogue/app-instance-sizes.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import { listOf, recordOf } from './components.ts'
import type { Sealer } from './secrets.ts'

export interface FillOptions {
  readonly region: string
  readonly sealer: Sealer
  /** The engine that a database's cluster runs. */
  readonly engineOf: (database: Value) => string
}

const common = ['name', 'git', 'github', 'gitlab', 'bitbucket']
const built = [
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
const instances = ['instance_count', 'instance_size_slug']

const fields: Readonly<Record<string, readonly string[]>> = {
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

export function fillSpec(asked: Value, options: FillOptions): Value {
  const { region, sealer } = options
  const lists = Object.keys(fields).map((kind) => [kind, filled(asked, kind, (component) => fillComponent(kind, component, options))])
  const vpc = recordOf(asked, 'vpc')
  return present({
    name: asked['name'],
    region,
    disable_edge_cache: asked['disable_edge_cache'] ?? false,
    disable_email_obfuscation: asked['disable_email_obfuscation'] ?? false,
    enhanced_threat_control_enabled: asked['enhanced_threat_control_enabled'] ?? false,
    domains: fillDomains(asked),
    ...Object.fromEntries(lists),
    envs: fillVariables(asked, '', sealer),
    alerts: fillAlerts(asked),
    ingress: recordOf(asked, 'ingress'),
    egress: fillRecord(asked, 'egress', (egress) => ({ type: egress['type'] ?? 'AUTOASSIGN' })),
    maintenance: recordOf(asked, 'maintenance'),
    // The addresses are the platform's; whoever stores the specification puts them in.
    vpc: vpc?.['id'] === undefined ? undefined : { id: vpc['id'], egress_ips: [] },
  })
}

/** The first domain is the primary one where none is said to be. */
function fillDomains(asked: Value): Value[] | undefined {
  const hasPrimary = listOf(asked, 'domains').some(({ type }) => type === 'PRIMARY')
  const first = listOf(asked, 'domains').findIndex(({ type = 'UNSPECIFIED' }) => type === 'UNSPECIFIED')
  return filled(asked, 'domains', ({ domain, type = 'UNSPECIFIED', wildcard, zone, minimum_tls_version: tls }, index) => {
    const kind = !hasPrimary && index === first ? 'PRIMARY' : 'ALIAS'
    return present({
      domain,
      type: type === 'UNSPECIFIED' ? kind : type,
      wildcard,
      zone: zone === '' ? undefined : zone,
      minimum_tls_version: tls,
    })
  })
}

function fillComponent(kind: string, component: Value, { sealer, engineOf }: FillOptions): Value {
  const name = String(component['name'])
  const known = Object.fromEntries((fields[kind] ?? []).map((field) => [field, component[field] ?? undefined]))
  return present({
    ...known,
    ...('image' in known && { image: fillRecord(component, 'image', (image) => fillImage(image, name, sealer)) }),
    ...('envs' in known && { envs: fillVariables(component, name, sealer) }),
    ...('log_destinations' in known && {
      log_destinations: filled(component, 'log_destinations', fillDestination),
    }),
    ...('alerts' in known && { alerts: fillAlerts(component) }),
    ...('instance_size_slug' in known && fillInstances(kind, component)),
    ...('health_check' in known && { health_check: fillRecord(component, 'health_check', (check) => ({ ...healthCheck, ...check })) }),
    ...('liveness_health_check' in known && {
      liveness_health_check: fillRecord(component, 'liveness_health_check', (check) => ({ ...healthCheck, ...check })),
    }),
    ...(kind === 'services' && fillService(component)),
    ...(kind === 'static_sites' && {
      index_document: component['index_document'] ?? 'index.html',
      error_document: component['error_document'] ?? '404.html',
    }),
    ...(kind === 'jobs' && fillJob(component)),
    ...(kind === 'workers' && { termination: fillRecord(component, 'termination', (given) => ({ grace_period_seconds: 120, ...given })) }),
    ...(kind === 'databases' && {
      engine: component['engine'] === undefined || component['engine'] === 'UNSET' ? engineOf(component) : component['engine'],
      production: component['production'] ?? false,
    }),
  })
}

function fillInstances(kind: string, component: Value): Value {
  const scaling = recordOf(component, 'autoscaling')
  const isScaled = scaling !== undefined && kind !== 'jobs'
  return {
    instance_count: component['instance_count'] ?? (isScaled ? undefined : 1),
    instance_size_slug: component['instance_size_slug'] ?? defaultAppInstanceSize,
    autoscaling: isScaled ? fillScaling(scaling) : undefined,
  }
}

function fillScaling(scaling: Value): Value {
  const metrics = recordOf(scaling, 'metrics')
  const cpu = metrics && recordOf(metrics, 'cpu')
  return metrics && cpu ? { ...scaling, metrics: { ...metrics, cpu: { percent: 80, ...cpu } } } : scaling
}

function fillService(component: Value): Value {
  return {
    protocol: component['protocol'] ?? 'HTTP',
    http_port: component['http_port'] ?? 8080,
    termination: fillRecord(component, 'termination', (given) => ({ drain_seconds: 15, grace_period_seconds: 120, ...given })),
  }
}

function fillJob(component: Value): Value {
  const { kind = 'UNSPECIFIED' } = component
  return {
    kind: kind === 'UNSPECIFIED' ? 'POST_DEPLOY' : kind,
    schedule: fillRecord(component, 'schedule', (schedule) => ({ cron: schedule['cron'], time_zone: schedule['time_zone'] ?? 'UTC' })),
    termination: fillRecord(component, 'termination', (given) => ({ grace_period_seconds: 120, ...given })),
  }
}

function fillImage(image: Value, component: string, sealer: Sealer): Value {
  const { registry, registry_type: type, registry_credentials: credentials, repository, tag, digest, deploy_on_push: push } = image
  return present({
    registry,
    registry_type: type,
    registry_credentials: credentials === undefined || credentials === '' ? undefined : sealer.seal(credentials, `${component}.image`),
    repository,
    tag: tag === undefined || tag === '' ? 'latest' : tag,
    digest: digest === '' ? undefined : digest,
    deploy_on_push: push,
  })
}

function fillVariables(owner: Value, component: string, sealer: Sealer): Value[] | undefined {
  return filled(owner, 'envs', ({ key, scope = 'UNSET', type = 'GENERAL', value = '' }) => ({
    key,
    scope: scope === 'UNSET' ? 'RUN_AND_BUILD_TIME' : scope,
    type,
    value: type === 'SECRET' ? sealer.seal(value, `${component}.${String(key)}`) : value,
  }))
}

/** The keys in it are no secrets of the app's and come back as they were sent. */
function fillDestination(destination: Value): Value {
  return present({
    name: destination['name'],
    papertrail: recordOf(destination, 'papertrail'),
    datadog: recordOf(destination, 'datadog'),
    logtail: recordOf(destination, 'logtail'),
    open_search: fillRecord(destination, 'open_search', (given) => ({ ...given, index_name: given['index_name'] ?? 'logs' })),
  })
}

function fillAlerts(owner: Value): Value[] | undefined {
  return filled(owner, 'alerts', ({ rule, disabled = false, operator, value, window }) =>
    present({ rule, disabled, operator: operator ?? 'UNSPECIFIED_OPERATOR', value, window: window ?? 'UNSPECIFIED_WINDOW' }),
  )
}

/** Undefined for a list that was not sent, or that is empty. */
function filled(owner: Value, field: string, fill: (item: Value, index: number) => Value): Value[] | undefined {
  const list = listOf(owner, field)
  return list.length === 0 ? undefined : list.map(fill)
}

function fillRecord(owner: Value, field: string, fill: (value: Value) => Value): Value | undefined {
  const value = owner[field]
  return isRecord(value) ? fill(value) : undefined
}

function present(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined && each !== null))
}
