/** Reads the settings in a request for a cluster, or for changes to one. */
import { unprocessable } from '../../engine/failure.ts'
import { isRecord, type Value } from '../../engine/values.ts'

/** Parts of the platform in a cluster: off until they are switched on. */
const features = [
  'routing_agent',
  'p2p_oci_registry_plugin',
  'amd_gpu_device_plugin',
  'amd_gpu_device_metrics_exporter_plugin',
  'nvidia_gpu_device_plugin',
  'rdma_shared_dev_plugin',
  'coredns_autoscaler',
]

/** Not mentioned before somebody has switched them. */
const drivers = ['amd_gpu_dra_driver', 'nvidia_gpu_dra_driver']

const flags = ['auto_upgrade', 'surge_upgrade', 'ha']

const everyNight = { start_time: '00:00', day: 'any', duration: '4h0m0s' }

/** What a cluster has that asks for nothing. */
export const firstSettings: Value = {
  maintenance_policy: everyNight,
  ...Object.fromEntries(features.map((name) => [name, { enabled: false }])),
}

/** The first of the parts that a request wants. */
export function testedFeature(body: Value): string | undefined {
  return [...features, ...drivers].find((name) => isRecord(body[name]) && body[name]['enabled'] === true)
}

/** What a request says of the settings, over what they are now. @throws Failure 422 */
export function readSettings(body: Value, now: Value): Value {
  const settings: Record<string, unknown> = {}
  for (const name of flags) if (typeof body[name] === 'boolean') settings[name] = body[name]
  for (const name of [...features, ...drivers]) {
    const enabled = isRecord(body[name]) ? body[name]['enabled'] : undefined
    if (typeof enabled === 'boolean') settings[name] = { enabled }
  }
  merge(settings, 'maintenance_policy', body, now, everyNight)
  merge(settings, 'control_plane_firewall', body, now, { enabled: false, allowed_addresses: [] })
  merge(settings, 'cluster_autoscaler_configuration', body, now, {})
  clearTime(settings, body['cluster_autoscaler_configuration'])
  merge(settings, 'sso', body, now, { enabled: false, required: false })
  checkSso(settings['sso'])
  checkAddresses(settings['control_plane_firewall'])
  const policy = settings['maintenance_policy']
  if (isRecord(policy))
    settings['maintenance_policy'] = { ...policy, duration: '4h0m0s', start_time: String(policy['start_time']).padStart(5, '0') }
  return settings
}

/** An object of settings: what the request leaves out or null stays as it is, or begins as `first`. One that says nothing is not begun. */
function merge(settings: Record<string, unknown>, name: string, body: Value, now: Value, first: Value): void {
  const asked = body[name]
  if (!isRecord(asked)) return
  const given = Object.entries(asked).filter(([, value]) => value !== null && value !== undefined && value !== '')
  if (given.length === 0 && !isRecord(now[name]) && Object.keys(first).length === 0) return
  settings[name] = { ...first, ...(isRecord(now[name]) ? now[name] : {}), ...Object.fromEntries(given) }
}

/** Clients take back the time that they had set by an empty one. */
function clearTime(settings: Record<string, unknown>, asked: unknown): void {
  const scaling = settings['cluster_autoscaler_configuration']
  if (!isRecord(asked) || !isRecord(scaling) || asked['scale_down_unneeded_time'] !== '') return
  const { scale_down_unneeded_time: _taken, ...rest } = scaling
  settings['cluster_autoscaler_configuration'] = rest
}

function checkSso(sso: unknown): void {
  if (!isRecord(sso)) return
  if (sso['required'] === true && sso['enabled'] !== true) throw unprocessable('sso.required: needs sso.enabled.')
}

const address = /^(?:\d{1,3}\.){3}\d{1,3}(?:\/(?:\d|[12]\d|3[0-2]))?$/

function checkAddresses(firewall: unknown): void {
  const addresses = isRecord(firewall) ? (firewall['allowed_addresses'] as readonly string[]) : []
  const wrong = addresses.find(
    (text) =>
      !address.test(text) ||
      text
        .split(/[./]/)
        .slice(0, 4)
        .some((part) => Number(part) > 255),
  )
  if (wrong !== undefined) throw unprocessable(`control_plane_firewall.allowed_addresses: "${wrong}" is no IPv4 address or range.`)
}
