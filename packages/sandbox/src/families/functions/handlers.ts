/** Namespaces for serverless functions. The sandbox does not emulate the API host of a namespace, which deploys and calls functions. */
import type { Handler } from '../../engine/call.ts'
import type { Handlers } from '../family.ts'
import { planNamespace, sandbox } from './namespaces.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    FunctionsNamespace: { isSandbox?: true }
  }
}

/** Returns the existing sandbox namespace, or a new one. */
const createSandbox: Handler<'functions_sandbox_create'> = (_call, ctx) => {
  const { engine } = ctx
  const found = engine.list('FunctionsNamespace').find((each) => engine.getHidden('FunctionsNamespace', each.namespace).isSandbox)
  if (found) return { namespace: found }
  const { fields, id } = planNamespace(ctx, sandbox)
  return { namespace: engine.create('FunctionsNamespace', fields, { id, hidden: { isSandbox: true } }) }
}

export const handlers = { functions_sandbox_create: createSandbox } satisfies Handlers
