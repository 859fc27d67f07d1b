/** Stored form of an app spec: the spec as sent, with secrets encrypted, and the fields that the platform decides. */
import { type AppSpec, type SpecInput, type ComponentKind, type ComponentSpec, listComponents, reachableKinds } from './components.ts'
import type { Encryptor } from './secrets.ts'

interface StoredSpecOptions {
  readonly region: AppSpec['region']
  readonly encryptor: Encryptor
  /** Returns the engine of the cluster of a database. */
  readonly findEngine: (database: ComponentSpec) => NonNullable<ComponentSpec['engine']>
}

type Image = NonNullable<ComponentSpec['image']>
type Variable = NonNullable<ComponentSpec['envs']>[number]
type Domain = NonNullable<AppSpec['domains']>[number]

export function formatStoredSpec(input: SpecInput, options: StoredSpecOptions): AppSpec {
  const nonEmptyFields = omitEmpty(input)
  const { domains, envs, alerts, vpc } = nonEmptyFields
  const format = (kind: ComponentKind) => nonEmptyFields[kind]?.map((each: ComponentSpec) => formatComponent(kind, each, options))
  const spec = {
    ...nonEmptyFields,
    region: options.region,
    domains: domains && formatDomains(domains),
    services: format('services'),
    static_sites: format('static_sites'),
    jobs: format('jobs'),
    workers: format('workers'),
    functions: format('functions'),
    databases: format('databases'),
    envs: envs?.map((variable) => formatVariable(variable, '', options.encryptor)),
    alerts: alerts?.map(omitEmpty),
    // `storeSpec` adds the addresses.
    vpc: vpc?.id === undefined ? undefined : { id: vpc.id },
  }
  return addIngress(omitEmpty(spec) as AppSpec)
}

/** Makes the first domain without a type the primary one when none is. */
function formatDomains(domains: NonNullable<SpecInput['domains']>): Domain[] {
  const hasPrimary = domains.some(({ type }) => type === 'PRIMARY')
  const first = domains.findIndex(({ type = 'UNSPECIFIED' }) => type === 'UNSPECIFIED')
  return domains.map(({ type = 'UNSPECIFIED', zone, ...domain }, index) => {
    const kind = !hasPrimary && index === first ? 'PRIMARY' : 'ALIAS'
    return omitEmpty({ ...domain, type: type === 'UNSPECIFIED' ? kind : type, ...(zone && { zone }) })
  })
}

function formatComponent(kind: ComponentKind, component: ComponentSpec, { encryptor, findEngine }: StoredSpecOptions): ComponentSpec {
  const nonEmptyFields = omitEmpty(component)
  const { name, image, envs, alerts, log_destinations: destinations, schedule, internal_ports: ports, http_port: port } = nonEmptyFields
  return {
    ...nonEmptyFields,
    ...(image && { image: formatImage(omitEmpty(image), name, encryptor) }),
    ...(envs && { envs: envs.map((variable) => formatVariable(variable, name, encryptor)) }),
    ...(alerts && { alerts: alerts.map(omitEmpty) }),
    ...(destinations && { log_destinations: destinations.map(omitEmpty) }),
    ...(schedule && { schedule: omitEmpty(schedule) }),
    ...(nonEmptyFields.kind === 'UNSPECIFIED' && { kind: 'POST_DEPLOY' }),
    ...(nonEmptyFields.engine === 'UNSET' && { engine: findEngine(component) }),
    // A service with internal ports only has no public port.
    ...(kind === 'services' && !ports && { http_port: port ?? 8080 }),
  }
}

function formatImage(image: Image, component: string, encryptor: Encryptor): Image {
  const { registry_credentials: credentials, ...others } = image
  return {
    ...others,
    ...(credentials && { registry_credentials: encryptor.encrypt(credentials, `${component}.image`) }),
    ...(others.tag === '' && { tag: 'latest' }),
  }
}

function formatVariable(variable: Variable, component: string, encryptor: Encryptor): Variable {
  const nonEmptyFields = omitEmpty(variable)
  const { key, scope, type, value } = nonEmptyFields
  return {
    ...nonEmptyFields,
    ...(scope === 'UNSET' && { scope: 'RUN_AND_BUILD_TIME' }),
    ...(type === 'SECRET' && value !== undefined && { value: encryptor.encrypt(value, `${component}.${key}`) }),
  }
}

/** Omits what clients send for absent fields: null and empty lists. */
function omitEmpty<Type extends object>(value: Type): Type {
  const isGiven = (each: unknown) => each !== undefined && each !== null && !(Array.isArray(each) && each.length === 0)
  // Only optional fields are omitted.
  return Object.fromEntries(Object.entries(value).filter(([, each]) => isGiven(each))) as Type
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
