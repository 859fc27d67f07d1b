/** Model access keys of the inference API. They cannot be created here; every account starts with one. */
import type { Handler } from '../../engine/call.ts'
import { Failure } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Handlers, Jobs, Seed } from '../family.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    ModelAccessKey: { hash: string }
  }
}

const create: Handler<'modelAccessKeys_create'> = () => {
  throw new Failure(410, 'Model access keys can no longer be created with the API. Use the control panel.')
}

/** Lists the keys that the account was given when it began. */
function adopt({ engine, platform, owner }: AccountContext): number {
  const keys = platform.tokens.list({ kind: 'inference', account: owner.account })
  for (const { id } of keys) {
    if (engine.count('ModelAccessKey', { where: [{ field: 'hash', equals: id, hidden: true }] }) > 0) continue
    engine.create('ModelAccessKey', { name: 'catalog-search', created_by: String(owner.number) }, { hidden: { hash: id } })
  }
  return keys.length
}

export const handlers = { modelAccessKeys_create: create } satisfies Handlers

export const jobs: Jobs = { 'modelAccessKeys.adopt': (_payload: Record<string, never>, ctx) => void adopt(ctx) }

export const seed: Seed = (ctx) => {
  // An account may get its key shortly after its creation.
  if (adopt(ctx) === 0) ctx.store.schedule({ at: ctx.clock.now(), name: 'modelAccessKeys.adopt', payload: '{}' })
}
