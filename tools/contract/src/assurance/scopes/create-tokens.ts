/** Personal tokens with scopes, made on the control plane before anything is asked, so that the state holds them from then on. */
import type { OperationEntry } from '../../load-specification.ts'
import type { TestSandbox } from '../fuzz/test-sandbox.ts'

export interface ScopedTokens {
  /** A token of exactly the scopes of an operation; of one that has to do with nothing, where it declares none. */
  readonly getExact: (entry: OperationEntry) => string
  /** A token of every scope there is but this one. */
  readonly getWithout: (scope: string) => string
}

/** For an operation that declares none. */
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
