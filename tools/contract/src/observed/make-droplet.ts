/** The droplet that most cases of the compute families need. */
import type { Json, Probe } from './probe.ts'

export const webServer = { name: 'web-01', region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64' }

/** So long that every action has ended. */
export const whileActing = 60

/** Still being made. */
export async function startDroplet({ make }: Probe, more: object = {}): Promise<Json> {
  return (await make('POST', '/v2/droplets', { ...webServer, ...more })).droplet
}

/** Active. */
export async function makeDroplet(probe: Probe, more: object = {}): Promise<Json> {
  const { id } = await startDroplet(probe, more)
  await probe.pass(whileActing)
  return (await probe.make('GET', `/v2/droplets/${id}`)).droplet
}

/** Does something to a droplet, and waits for it. */
export async function actOn({ make, pass }: Probe, id: number, action: object): Promise<Json> {
  const started = await make('POST', `/v2/droplets/${id}/actions`, action)
  await pass(whileActing)
  return (await make('GET', `/v2/actions/${started.action.id}`)).action
}
