/** Parses the settings of a request for a cluster or its update. */
import { unprocessable } from '../../engine/failure.ts'
import type { Operations } from '../../generated/types.ts'
import type { Cluster } from './clusters.ts'

/** Optional components of the platform in a cluster. All are disabled by default. */
const features = [
  'routing_agent',
  'p2p_oci_registry_plugin',
  'amd_gpu_device_plugin',
  'amd_gpu_device_metrics_exporter_plugin',
  'nvidia_gpu_device_plugin',
  'rdma_shared_dev_plugin',
  'coredns_autoscaler',
  'amd_gpu_dra_driver',
  'nvidia_gpu_dra_driver',
] as const

const flags = ['auto_upgrade', 'surge_upgrade', 'ha'] as const

/** Default maintenance window. */
export const everyNight = { start_time: '00:00', day: 'any', duration: '4h0m0s' } as const

type Request = Operations['kubernetes_clusters_update']['body']

/** Returns the first requested part. */
export function testedFeature(body: Request): string | undefined {
  return features.find((name) => body[name]?.enabled)
}

/** Applies the settings of a request to the present ones. @throws Failure 422 */
export function parseSettings(body: Request, now: Partial<Cluster>): Partial<Cluster> {
  const settings: Partial<Cluster> = {}
  for (const name of flags) {
    const flag = body[name]
    if (flag !== undefined) settings[name] = flag
  }
  for (const name of features) {
    const enabled = body[name]?.enabled
    if (typeof enabled === 'boolean') settings[name] = { enabled }
  }
  const policy = mergeSettings<Cluster['maintenance_policy']>(body.maintenance_policy, now.maintenance_policy, everyNight)
  const firewall = mergeSettings(body.control_plane_firewall, now.control_plane_firewall, { enabled: false, allowed_addresses: [] })
  const sso = mergeSettings(body.sso, now.sso, { enabled: false, required: false })
  if (sso?.required && !sso.enabled) throw unprocessable('sso.required: needs sso.enabled.')
  return {
    ...settings,
    ...(policy && { maintenance_policy: { ...policy, duration: '4h0m0s', start_time: policy.start_time.padStart(5, '0') } }),
    ...(firewall && { control_plane_firewall: firewall }),
    ...parseScaling(body, now),
    ...(sso && { sso }),
  }
}

/** Clients remove the start time with an empty one. */
function parseScaling({ cluster_autoscaler_configuration: request }: Request, now: Partial<Cluster>): Partial<Cluster> {
  const scaling = mergeSettings(request, now.cluster_autoscaler_configuration, {})
  if (!scaling) return {}
  if (request?.scale_down_unneeded_time === '') delete scaling.scale_down_unneeded_time
  return { cluster_autoscaler_configuration: scaling }
}

/** Merges an object of settings: omitted and null fields keep their values, or start as `first`. An empty object has no effect. */
function mergeSettings<Settings extends object>(
  request: { readonly [Name in keyof Settings]?: Settings[Name] | null } | null | undefined,
  now: Settings | null | undefined,
  first: Settings,
): Settings | undefined {
  if (!request) return undefined
  const entries = Object.entries(request).filter(([, value]) => value !== null && value !== undefined && value !== '')
  if (entries.length === 0 && !now && Object.keys(first).length === 0) return undefined
  return { ...first, ...now, ...Object.fromEntries(entries) }
}
