/** Kubernetes versions: resolves the version of a request, and lists the upgrades of a cluster. */
import { type KubernetesVersion, kubernetesVersions } from '../../catalog/kubernetes.ts'

/** 1.34.1-do.0 → [1, 34, 1, 0] */
function partsOf(slug: string): readonly number[] {
  return (slug.match(/\d+/g) ?? []).map(Number)
}

const minorOf = (slug: string): string => partsOf(slug).slice(0, 2).join('.')

/** Positive when `a` is the newer. */
function compare(a: string, b: string): number {
  const others = partsOf(b)
  const differences = partsOf(a).map((part, at) => part - (others[at] ?? 0))
  return differences.find((difference) => difference !== 0) ?? 0
}

/** Finds a version by slug, by minor version (its newest patch), or `latest`. */
export function findVersion(version: string): KubernetesVersion | undefined {
  if (version === 'latest') return kubernetesVersions[0]
  return kubernetesVersions.find(({ slug }) => slug === version || minorOf(slug) === version)
}

/** The newer patches of the same minor version, newest first. */
function patchesOf(version: string): readonly KubernetesVersion[] {
  return kubernetesVersions.filter(({ slug }) => minorOf(slug) === minorOf(version) && compare(slug, version) > 0)
}

/** Newest first: newer patches, and the next minor version for a cluster with the newest patch of its minor version. */
export function upgradesOf(version: string): readonly KubernetesVersion[] {
  const patches = patchesOf(version)
  if (patches.length > 0) return patches
  const [major = 1, minor = 0] = partsOf(version)
  return kubernetesVersions.filter(({ slug }) => minorOf(slug) === `${major}.${minor + 1}`)
}
