/** Namespaces for serverless functions. The functions themselves are deployed and called over a namespace's API host, which is not part of the sandbox. */
import type { Handler } from '../../engine/call.ts'
import type { Handlers } from '../family.ts'
import { planNamespace, sandbox } from './namespaces.ts'

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

export const handlers = { functions_sandbox_create: createSandbox } satisfies Handlers
