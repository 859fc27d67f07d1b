/** Creates personal tokens with scopes before the snapshot, so that the state contains them. */
import type { OperationEntry } from '../../load-specification.ts'
import type { TestSandbox } from '../fuzz/test-sandbox.ts'

export interface ScopedTokens {
  /** Returns a token with exactly the scopes of an operation, or with an unrelated scope if it declares none. */
  readonly getExact: (entry: OperationEntry) => string
  /** Returns a token with every scope but this one. */
  readonly getWithout: (scope: string) => string
}

/** Scope for operations that declare none. */
const unrelated = ['tag:read']

export async function createTokens(entries: readonly OperationEntry[], { control }: TestSandbox): Promise<ScopedTokens> {
  const every = [...new Set(entries.flatMap(({ operation }) => operation.scopes))]
  const made = new Map<string, string>()
  const make = async (key: string, scopes: readonly string[]) => {
    if (!made.has(key)) made.set(key, (JSON.parse((await control('tokens', { scopes })).text) as { readonly token: string }).token)
  }
  const scopesOf = ({ operation }: OperationEntry) => (operation.scopes.length > 0 ? operation.scopes : unrelated)
  const keyOf = (scopes: readonly string[]) => `only ${scopes.join(' ')}`
  for (const entry of entries) await make(keyOf(scopesOf(entry)), scopesOf(entry))
  for (const scope of every) {
    await make(
      `without ${scope}`,
      every.filter((each) => each !== scope),
    )
  }
  const find = (key: string) => {
    const token = made.get(key)
    if (token === undefined) throw new Error(`No token was made: ${key}.`)
    return token
  }
  return { getExact: (entry) => find(keyOf(scopesOf(entry))), getWithout: (scope) => find(`without ${scope}`) }
}
