import { unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'

const maxNamespaces = 10

/** Label and region of the sandbox namespace. */
export const sandbox = { label: 'sandbox', region: 'nyc1' }

/** @throws Failure 422 when the account has reached its limit */
export function planNamespace({ engine, ids }: AccountContext, { label, region }: typeof sandbox) {
  if (engine.count('FunctionsNamespace') >= maxNamespaces)
    throw unprocessable(`The account has ${maxNamespaces} namespaces, which is as many as it may have.`)
  const fields = { label, region, uuid: ids.uuid(), api_host: `https://faas-${region}.spindrift.example`, key: ids.hex(64) }
  return { fields, id: `fn-${ids.uuid()}` }
}
