/** Namespaces for serverless functions. The functions themselves are deployed and called over a namespace's API host, which is not part of the sandbox. */
import type { Handler } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Handlers } from '../family.ts'

const maxNamespaces = 10

/** Label and region of the sandbox namespace. */
const sandbox = { label: 'sandbox', region: 'nyc1' }

declare module '../../engine/kinds.ts' {
  interface Hidden {
    FunctionsNamespace: { isSandbox?: true }
  }
}

/** The one there is, else a new one. */
const createSandbox: Handler<'functions_sandbox_create'> = (_call, ctx) => {
  const { engine } = ctx
  const found = engine.list('FunctionsNamespace').find((each) => engine.getHidden('FunctionsNamespace', each.namespace).isSandbox)
  if (found) return { namespace: found }
  const { fields, id } = planNamespace(ctx, sandbox)
  return { namespace: engine.create('FunctionsNamespace', fields, { id, hidden: { isSandbox: true } }) }
}

/** @throws Failure 422 when the account has as many as it may have */
export function planNamespace({ engine, ids }: AccountContext, { label, region }: typeof sandbox) {
  if (engine.count('FunctionsNamespace') >= maxNamespaces)
    throw unprocessable(`The account has ${maxNamespaces} namespaces, which is as many as it may have.`)
  const fields = { label, region, uuid: ids.uuid(), api_host: `https://faas-${region}.spindrift.example`, key: ids.hex(64) }
  return { fields, id: `fn-${ids.uuid()}` }
}

export const handlers = { functions_sandbox_create: createSandbox } satisfies Handlers
