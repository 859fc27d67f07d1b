/** Keys that open one agent's own address. Of a secret only its hash and its end are kept. */
import type { Behavior } from '../../engine/call.ts'
import { notFound } from '../../engine/failure.ts'
import { readBody } from '../../engine/serve.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { acceptSecret, refuseSecret } from '../../shared/inference-secrets.ts'
import { openAgent } from './agent-state.ts'

const openApiKey: (call: Parameters<Behavior>[0], world: World) => Key = (call, world) => {
  const agent = openAgent(world, call.path['agent_uuid'])
  const key: Key = { kind: 'AgentApiKey', id: String(call.path['api_key_uuid']), parent: under(agent) }
  if (!world.engine.find(key)) throw notFound()
  return key
}

export const createApiKey: Behavior = (call, world) => {
  const { engine, owner } = world
  const agent = openAgent(world, call.path['agent_uuid'])
  const info = engine.create('AgentApiKey', { name: readBody(call)['name'], created_by: String(owner.number) }, { parent: under(agent) })
  const key: Key = { kind: 'AgentApiKey', id: String(info['uuid']), parent: under(agent) }
  return { body: JSON.stringify({ api_key_info: { ...info, secret_key: giveSecret(world, key, agent.id) } }) }
}

/** Only the name: whatever else a request carries is the server's own. */
export const updateApiKey: Behavior = (call, world) => {
  const key = openApiKey(call, world)
  return { body: JSON.stringify({ api_key_info: world.engine.update(key, { name: readBody(call)['name'] }) }) }
}

export const deleteApiKey: Behavior = (call, world) => {
  const { engine, clock } = world
  const key = openApiKey(call, world)
  const info = engine.get(key)
  forgetApiKey(world, key)
  engine.remove(key)
  return { body: JSON.stringify({ api_key_info: { ...info, deleted_at: clock.stamp() } }) }
}

export const rotateApiKey: Behavior = (call, world) => {
  const { engine, clock } = world
  const key = openApiKey(call, world)
  forgetApiKey(world, key)
  const info = engine.change(key, { created_at: clock.stamp() })
  return { body: JSON.stringify({ api_key_info: { ...info, secret_key: giveSecret(world, key, String(call.path['agent_uuid'])) } }) }
}

function giveSecret(world: World, key: Key, agent: string): string {
  const secret = world.ids.hex(48)
  const hash = acceptSecret(world, secret, { agent })
  world.engine.hide(key, { hash, ending: secret.slice(-4) })
  return secret
}

/** Its secret opens nothing from now on. */
export function forgetApiKey(world: World, key: Key): void {
  refuseSecret(world, String(world.engine.hidden(key)['hash']))
}
