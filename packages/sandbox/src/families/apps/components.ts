/** What a specification consists of, in the order in which it is built, deployed and shown. */
import type { Kinds, Operations } from '../../generated/types.ts'

/** As it is stored. */
export type AppSpec = Kinds['App']['spec']
/** As it is sent. */
export type SpecInput = Operations['apps_create']['body']['spec']

export const componentKinds = ['services', 'static_sites', 'workers', 'jobs', 'functions', 'databases'] as const
export type ComponentKind = (typeof componentKinds)[number]

type SpecOf<Kind extends ComponentKind> = NonNullable<AppSpec[Kind]>[number]

/** Whatever a component of any kind may say of itself. */
export type ComponentSpec = { name: string } & Partial<
  SpecOf<'services'> & SpecOf<'static_sites'> & SpecOf<'workers'> & SpecOf<'jobs'> & SpecOf<'functions'> & SpecOf<'databases'>
>

export interface Component {
  readonly kind: ComponentKind
  readonly name: string
  readonly value: ComponentSpec
  /** Where it is in the specification: `spec.services.0`. */
  readonly place: string
}

/** What a person calls a component of the kind. */
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
    return list.map((value, index) => ({ kind, name: value.name, value, place: `spec.${kind}.${index}` }))
  })
}

export function findComponent(spec: SpecInput, name: string, kinds: readonly ComponentKind[] = componentKinds): Component | undefined {
  return listComponents(spec, kinds).find((component) => component.name === name)
}

/** Whatever has code; databases have none. */
export const builtKinds = ['services', 'static_sites', 'workers', 'jobs', 'functions'] as const
/** What runs all the time. */
export const runningKinds = ['services', 'workers'] as const
/** What requests from outside can reach. */
export const reachableKinds = ['services', 'static_sites', 'functions'] as const

/** The steady load of every copy. */
export const steadyLoad = { cpuPercent: 20, memoryPercent: 40, requestsPerSecond: 20 } as const

export const repositoryHosts = ['github', 'gitlab', 'bitbucket'] as const
export const sourceKinds = ['git', ...repositoryHosts, 'image'] as const

/** How many copies of a service or worker run. With autoscaling it is the minimum, as nothing here is ever busy. */
export function countInstances({ value: { autoscaling, instance_count: count = 1 } }: Component): number {
  return autoscaling ? (autoscaling.min_instance_count ?? 1) : count
}

/**
 * The sandbox runs no programs, so each ends well, but for those that say themselves that they do not: `exit 1`, `npm test && exit 3`, `false`.
 * So it can be seen how a deployment or a job fails.
 */
export function getExitStatus(component: ComponentSpec, command: 'build_command' | 'run_command'): number {
  const last = (component[command] ?? '')
    .split(/&&|;|\n/)
    .at(-1)
    ?.trim()
  if (last === 'false') return 1
  return Number(/^exit\s+(\d{1,3})$/.exec(last ?? '')?.[1] ?? 0)
}
