/** Creates personal tokens with scopes before the snapshot, so that the state contains them. */
import { loadSpecification, type OperationEntry } from '../../load-specification.ts'
import type { TestSandbox } from '../../fixtures/test-sandbox.ts'

export interface ScopedTokens {
  /** Returns a token with exactly the scopes of an operation, or with an unrelated scope if it declares none. */
  readonly getExact: (entry: OperationEntry) => string
  /** Returns a token with every scope but this one. */
  readonly getWithout: (scope: string) => string
}

/** Scope for operations that declare none. */
const unrelated = ['tag:read']

export async function createTokens(entries: readonly OperationEntry[], { control }: TestSandbox): Promise<ScopedTokens> {
  const allScopes = [...new Set(loadSpecification().entries.flatMap(({ operation }) => operation.scopes))]
  const tokens = new Map<string, string>()
  const createToken = async (key: string, scopes: readonly string[]) => {
    if (!tokens.has(key)) tokens.set(key, (await control<{ readonly token: string }>('tokens', { scopes })).token)
  }
  const getScopes = ({ operation }: OperationEntry) => (operation.scopes.length > 0 ? operation.scopes : unrelated)
  const getKey = (scopes: readonly string[]) => `only ${scopes.join(' ')}`
  for (const entry of entries) await createToken(getKey(getScopes(entry)), getScopes(entry))
  for (const scope of new Set(entries.flatMap(({ operation }) => operation.scopes))) {
    await createToken(
      `without ${scope}`,
      allScopes.filter((each) => each !== scope),
    )
  }
  const find = (key: string) => {
    const token = tokens.get(key)
    if (token === undefined) throw new Error(`Missing token: ${key}.`)
    return token
  }
  return { getExact: (entry) => find(getKey(getScopes(entry))), getWithout: (scope) => find(`without ${scope}`) }
}
