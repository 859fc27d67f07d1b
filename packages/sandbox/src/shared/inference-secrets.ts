/** Secrets of the inference APIs: model access keys and agent API keys. Only their hashes are stored. */
import { hashSecret } from '../auth/hash-secret.ts'
import { keyOf } from '../engine/kinds.ts'
import type { AccountContext } from '../engine/account-context.ts'

declare module '../engine/kinds.ts' {
  interface InternalKinds {
    inferenceSecret: SecretOwner
  }
}

export interface SecretOwner {
  /** Agent that the key gives access to; undefined for a model access key. */
  readonly agent?: string
}

/** Registers a secret as a token. @returns its hash */
export function registerSecret({ store, owner, platform }: AccountContext, secret: string, secretOwner: SecretOwner): string {
  const hash = hashSecret(secret)
  platform.tokens.add(secret, { kind: 'inference', canWrite: true, account: owner.account })
  store.put({ ...keyOf('inferenceSecret', hash), text: JSON.stringify(secretOwner) })
  return hash
}

export function revokeSecret({ store, platform }: AccountContext, hash: string): void {
  platform.tokens.removeByHash(hash)
  store.delete(keyOf('inferenceSecret', hash))
}

/** Finds the owner of a secret; undefined for an unknown secret and for the initial inference key of the sandbox. */
export function findSecretOwner({ engine }: AccountContext, secret: string): SecretOwner | undefined {
  return engine.find('inferenceSecret', hashSecret(secret))
}
