/** Secrets that open inference: model access keys, and keys of single agents. Only their hashes are kept. */
import { hashSecret } from '../auth/hash-secret.ts'
import { keyOf } from '../engine/kinds.ts'
import type { AccountContext } from '../engine/account-context.ts'

declare module '../engine/kinds.ts' {
  interface OwnKinds {
    inferenceSecret: SecretOwner
  }
}

export interface SecretOwner {
  /** The agent it opens; left out for a model access key, which opens the models. */
  readonly agent?: string
}

/** From now on requests that bring it are answered. Gives back its hash. */
export function registerSecret({ store, owner, platform }: AccountContext, secret: string, about: SecretOwner): string {
  const hash = hashSecret(secret)
  platform.tokens.add(secret, { kind: 'inference', canWrite: true, account: owner.account })
  store.put({ ...keyOf('inferenceSecret', hash), text: JSON.stringify(about) })
  return hash
}

export function revokeSecret({ store, platform }: AccountContext, hash: string): void {
  platform.tokens.removeByHash(hash)
  store.delete(keyOf('inferenceSecret', hash))
}

/** Undefined for a secret that nobody has, or that was there before anything here was made. */
export function findSecretOwner({ engine }: AccountContext, secret: string): SecretOwner | undefined {
  return engine.find('inferenceSecret', hashSecret(secret))
}
