/** The running form of an agent: how it comes to be, who may talk to it. */
import type { Behavior } from '../../engine/call.ts'
import { conflict, unprocessable } from '../../engine/failure.ts'
import { readBody } from '../../engine/serve.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import type { Key } from '../../store/store.ts'
import { agentKey, openAgent } from './agent-state.ts'
import { describeNested } from './describe-agent.ts'

const waiting = 'STATUS_WAITING_FOR_DEPLOYMENT'
const steps = [
  { from: waiting, to: 'STATUS_DEPLOYING', seconds: 10 },
  { from: 'STATUS_DEPLOYING', to: 'STATUS_RUNNING', seconds: 60 },
]

export function makeDeployment({ ids, clock }: World, name: string): Value {
  const stamp = clock.stamp()
  return {
    uuid: ids.uuid(),
    name: `${toLabel(name)}-${ids.hex(4)}`,
    status: waiting,
    visibility: 'VISIBILITY_UNKNOWN',
    url: '',
    created_at: stamp,
    updated_at: stamp,
  }
}

/** Part of a host name: small letters, digits and hyphens. */
function toLabel(name: string): string {
  const label = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replaceAll(/^-+|-+$/g, '')
  return label || 'agent'
}

/** Notes when the next step of the deployment is due. */
export function deploy({ store, clock, settings }: World, uuid: string, from: string = waiting): void {
  const step = steps.find((each) => each.from === from)
  if (!step) return
  const at = clock.now() + (settings.actionSeconds ?? step.seconds) * 1000
  store.schedule({ at, name: 'agents.deploy', payload: JSON.stringify({ uuid, from, to: step.to }) })
}

interface Step {
  readonly uuid: string
  readonly from: string
  readonly to: string
}

export function takeStep({ uuid, from, to }: Step, world: World): void {
  const { engine, clock } = world
  const key = agentKey(uuid)
  const deployment = engine.find(key)?.['deployment']
  if (!isRecord(deployment) || deployment['status'] !== from) return
  const runs = to === 'STATUS_RUNNING'
  const url = `https://${String(deployment['name'])}.agents.spindrift.example`
  engine.change(key, {
    ...(runs && { url }),
    deployment: { ...deployment, status: to, updated_at: clock.stamp(), ...(runs && { url, visibility: 'VISIBILITY_PRIVATE' }) },
  })
  deploy(world, uuid, to)
}

export const updateVisibility: Behavior = (call, world) => {
  const { engine, clock } = world
  const key: Key = openAgent(world, call.path['uuid'])
  const { visibility } = readBody(call)
  const { deployment, url } = engine.get(key)
  if (visibility === 'VISIBILITY_UNKNOWN') throw unprocessable('visibility: choose who may talk to the agent.')
  if (url === '' || !isRecord(deployment)) throw conflict('The agent has not been deployed yet.')
  engine.change(key, { deployment: { ...deployment, visibility, updated_at: clock.stamp() } })
  return { body: JSON.stringify({ agent: describeNested(world, engine.get(key)) }) }
}
