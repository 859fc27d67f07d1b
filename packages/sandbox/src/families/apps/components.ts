/** Components of an app spec, in the order in which they are built, deployed and listed. */
import type { Kinds, Operations } from '../../generated/types.ts'

/** App spec as stored. */
export type AppSpec = Kinds['App']['spec']
/** App spec in a request. */
export type SpecInput = Operations['apps_create']['body']['spec']

const componentKinds = ['services', 'static_sites', 'workers', 'jobs', 'functions', 'databases'] as const
export type ComponentKind = (typeof componentKinds)[number]

type SpecOf<Kind extends ComponentKind> = NonNullable<AppSpec[Kind]>[number]

/** Fields of a component of any kind. */
export type ComponentSpec = { name: string } & Partial<
  SpecOf<'services'> & SpecOf<'static_sites'> & SpecOf<'workers'> & SpecOf<'jobs'> & SpecOf<'functions'> & SpecOf<'databases'>
>

export interface Component {
  readonly kind: ComponentKind
  readonly name: string
  readonly value: ComponentSpec
  /** Path in the request: `spec.services.0`. */
  readonly path: string
}

/** Names of the kinds in messages. */
export const kindNames: Readonly<Record<ComponentKind, string>> = {
  services: 'service',
  static_sites: 'static site',
  workers: 'worker',
  jobs: 'job',
  functions: 'functions component',
  databases: 'database',
}

export function listComponents(spec: Partial<SpecInput>, kinds: readonly ComponentKind[] = componentKinds): Component[] {
  return kinds.flatMap((kind) => {
    const list: readonly ComponentSpec[] = spec[kind] ?? []
    return list.map((value, index) => ({ kind, name: value.name, value, path: `spec.${kind}.${index}` }))
  })
}

export function findComponent(spec: SpecInput, name: string, kinds: readonly ComponentKind[] = componentKinds): Component | undefined {
  return listComponents(spec, kinds).find((component) => component.name === name)
}

/** Kinds with code. */
export const builtKinds = ['services', 'static_sites', 'workers', 'jobs', 'functions'] as const
/** Kinds that run all the time. */
export const runningKinds = ['services', 'workers'] as const
/** Kinds that accept external requests. */
export const reachableKinds = ['services', 'static_sites', 'functions'] as const

/** Constant load of every instance. */
export const steadyLoad = { cpuPercent: 20, memoryPercent: 40, requestsPerSecond: 20 } as const

export const repositoryHosts = ['github', 'gitlab', 'bitbucket'] as const
export const sourceKinds = ['git', ...repositoryHosts, 'image'] as const
type SourceKind = (typeof sourceKinds)[number]

/** Returns the error of a component that does not have exactly one source. */
export function findSourceFault(value: Partial<Pick<ComponentSpec, SourceKind>>, allowed: readonly SourceKind[]): string | undefined {
  const sources = allowed.filter((source) => value[source] !== undefined)
  if (sources.length === 1) return undefined
  return `needs exactly one of ${allowed.join(', ')}, but ${sources.length === 0 ? 'has none' : `has ${sources.join(' and ')}`}.`
}

/** Returns the number of instances. With autoscaling it is the minimum, as the sandbox has no load. */
export function countInstances({ value: { autoscaling, instance_count: count = 1 } }: Component): number {
  return autoscaling ? (autoscaling.min_instance_count ?? 1) : count
}

/**
 * Returns the exit status of a command. The sandbox runs no programs: commands succeed unless they end with `exit 1`, `npm test && exit 3`
 * or `false`. Use these to test failed deployments and jobs.
 */
export function getExitStatus(component: ComponentSpec, command: 'build_command' | 'run_command'): number {
  const last = (component[command] ?? '')
    .split(/&&|;|\n/)
    .at(-1)
    ?.trim()
  if (last === 'false') return 1
  return Number(/^exit\s+(\d{1,3})$/.exec(last ?? '')?.[1] ?? 0)
}
