/** API keys of one agent. Only the hash and the last four characters of a secret are stored. */
import type { Handler } from '../../engine/call.ts'
import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { type Key, childPath } from '../../store/store.ts'
import { registerSecret, revokeSecret } from '../../shared/inference-secrets.ts'
import { requireAgent } from './agent-state.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    AgentApiKey: { hash: string; ending: string }
  }
}

export const createApiKey: Handler<'agents_apiKeys_create'> = ({ path, body }, ctx) => {
  const { engine, owner } = ctx
  const agent = requireAgent(ctx, path.agent_uuid)
  const parent = childPath(agent)
  const info = engine.create('AgentApiKey', { name: body.name, created_by: String(owner.number) }, { parent })
  const secret = createSecret(ctx, keyOf('AgentApiKey', { parent, id: info.uuid }), agent.id)
  return { api_key_info: { ...info, secret_key: secret } }
}

export const rotateApiKey: Handler<'agents_apiKeys_rotate'> = ({ path }, ctx) => {
  const { engine, clock } = ctx
  const agent = requireAgent(ctx, path.agent_uuid)
  const key = keyOf('AgentApiKey', { parent: childPath(agent), id: path.api_key_uuid })
  revokeSecret(ctx, engine.getHidden('AgentApiKey', key).hash)
  const info = engine.setFields('AgentApiKey', key, { created_at: clock.timestamp() })
  return { api_key_info: { ...info, secret_key: createSecret(ctx, key, agent.id) } }
}

function createSecret(ctx: AccountContext, key: Key<'AgentApiKey'>, agent: string): string {
  const secret = ctx.ids.hex(48)
  ctx.engine.setHidden('AgentApiKey', key, { hash: registerSecret(ctx, secret, { agent }), ending: secret.slice(-4) })
  return secret
}
