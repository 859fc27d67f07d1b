/** Model access keys of the inference API. They cannot be created here; every account starts with one. */
import type { Handler } from '../../engine/call.ts'
import { Failure } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { registerSecret, revokeSecret } from '../../shared/inference-secrets.ts'
import type { Handlers, Jobs, Seed } from '../family.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    ModelAccessKey: { hash: string }
  }
}

const create: Handler<'modelAccessKeys_create'> = () => {
  throw new Failure(410, 'Model access keys can no longer be created with the API. Use the control panel.')
}

const rotate: Handler<'modelAccessKeys_rotate'> = ({ path: { api_key_uuid: id } }, ctx) => {
  const { engine, clock, ids } = ctx
  revokeSecret(ctx, engine.getHidden('ModelAccessKey', id).hash)
  const secret = `sk-do-${ids.hex(64)}`
  engine.setHidden('ModelAccessKey', id, { hash: registerSecret(ctx, secret, {}) })
  return { api_key_info: { ...engine.setFields('ModelAccessKey', id, { created_at: clock.timestamp() }), secret_key: secret } }
}

/** Lists the initial keys of the account. */
function adopt({ engine, platform, owner }: AccountContext): number {
  const given = platform.tokens.list({ kind: 'inference', account: owner.account })
  for (const { id } of given) {
    if (engine.count('ModelAccessKey', { where: [{ field: 'hash', equals: id, hidden: true }] }) > 0) continue
    engine.create('ModelAccessKey', { name: 'catalog-search', created_by: String(owner.number) }, { hidden: { hash: id } })
  }
  return given.length
}

export const handlers = { modelAccessKeys_create: create, modelAccessKeys_rotate: rotate } satisfies Handlers

export const jobs: Jobs = { 'modelAccessKeys.adopt': (_payload: Record<string, never>, ctx) => void adopt(ctx) }

export const seed: Seed = (ctx) => {
  // An account may get its key shortly after its creation.
  if (adopt(ctx) === 0) ctx.store.schedule({ at: ctx.clock.now(), name: 'modelAccessKeys.adopt', payload: '{}' })
}
