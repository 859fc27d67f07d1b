/** Versions, regions and sizes of Kubernetes clusters. */
import type { ReplyOf } from '../engine/kinds.ts'
import { regions } from './regions.ts'

const features = ['cluster-autoscaler', 'ha-control-plane', 'registry-integration']

/** Versions, the newest first. */
export const kubernetesVersions: readonly KubernetesVersion[] = [
  '1.34.3-do.1',
  '1.34.1-do.0',
  '1.33.6-do.2',
  '1.33.5-do.0',
  '1.32.10-do.2',
].map((slug) => ({ slug, kubernetes_version: slug.slice(0, slug.indexOf('-')), supported_features: features }))

export type KubernetesVersion = ReplyOf<'kubernetes_options_list'>['options']['versions'][number]

export const kubernetesRegions = regions
  .filter(({ slug, available }) => available && slug !== 'sfo2')
  .map(({ name, slug }) => ({ name, slug }))

/** Memory in MiB that the system pods of a node need. */
export const minNodeMemoryMb = 2048

/** Image of the nodes. */
export const nodeImage = 'debian-13-x64'
