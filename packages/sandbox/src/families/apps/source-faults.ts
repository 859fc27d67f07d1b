/** Faults of the source of a component that are visible without fetching it. */
import { type ComponentSpec, repositoryHosts, type sourceKinds } from './components.ts'

type SourceKind = (typeof sourceKinds)[number]

export interface SourceFault {
  readonly field: string
  readonly message: string
}

export function findSourceFaults(value: Partial<Pick<ComponentSpec, SourceKind>>, allowed: readonly SourceKind[]): SourceFault[] {
  const sources = allowed.filter((source) => value[source] !== undefined)
  if (sources.length !== 1) {
    const description = sources.length === 0 ? 'has none' : `has ${sources.join(' and ')}`
    return [{ field: '', message: `needs exactly one of ${allowed.join(', ')}, but ${description}.` }]
  }
  if (value.git && !/^https:\/\/[^/\s]+\/\S+$/.test(value.git.repo_clone_url ?? ''))
    return [{ field: 'git.repo_clone_url', message: 'needs the https:// URL of a repository.' }]
  return repositoryHosts.flatMap((host) =>
    value[host] && !/^[\w.-]+(\/[\w.-]+)+$/.test(value[host].repo ?? '')
      ? [{ field: `${host}.repo`, message: 'needs a repository such as owner/name.' }]
      : [],
  )
}
