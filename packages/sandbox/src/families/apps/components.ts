/** What a specification consists of, in the order in which it is built, deployed and shown. */
import { isRecord, type Value } from '../../engine/values.ts'

export const componentKinds = ['services', 'static_sites', 'workers', 'jobs', 'functions', 'databases'] as const
export type ComponentKind = (typeof componentKinds)[number]

export interface Component {
  readonly kind: ComponentKind
  readonly name: string
  readonly value: Value
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

/** What is in the list under `field`, which may not be there. */
export function listOf(value: Value | undefined, field: string): Value[] {
  const list = value?.[field]
  return Array.isArray(list) ? list.filter(isRecord) : []
}

export function recordOf(value: Value, field: string): Value | undefined {
  const found = value[field]
  return isRecord(found) ? found : undefined
}

export function listComponents(spec: Value, kinds: readonly ComponentKind[] = componentKinds): Component[] {
  return kinds.flatMap((kind) =>
    listOf(spec, kind).map((value, index) => ({ kind, name: String(value['name']), value, place: `spec.${kind}.${index}` })),
  )
}

export function findComponent(spec: Value, name: string, kinds: readonly ComponentKind[] = componentKinds): Component | undefined {
  return listComponents(spec, kinds).find((component) => component.name === name)
}

/** Whatever has code; databases have none. */
export const builtKinds = ['services', 'static_sites', 'workers', 'jobs', 'functions'] as const
/** What runs all the time. */
export const runningKinds = ['services', 'workers'] as const
/** What requests from outside can reach. */
export const reachableKinds = ['services', 'static_sites', 'functions'] as const

export const repositoryHosts = ['github', 'gitlab', 'bitbucket'] as const
export const sourceKinds = ['git', ...repositoryHosts, 'image'] as const

export function isArchived(spec: Value): boolean {
  return recordOf(spec, 'maintenance')?.['archive'] === true
}

/** How many copies of a service or worker are to run before autoscaling has changed anything. */
export function plannedCopies({ value }: Component): number {
  const scaling = recordOf(value, 'autoscaling')
  return Number(scaling ? (scaling['min_instance_count'] ?? 1) : (value['instance_count'] ?? 1))
}
