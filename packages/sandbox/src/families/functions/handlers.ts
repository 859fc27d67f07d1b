/** Namespaces for serverless functions. The functions themselves are deployed and called over a namespace's API host, which is not part of the sandbox. */
import type { Handler, Call } from '../../engine/call.ts'
import { Failure, unprocessable } from '../../engine/failure.ts'
import type { ResourceHooks } from '../../engine/hooks.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { formatStamp } from '../../shared/format-stamp.ts'
import type { Family } from '../family.ts'
import { trigger } from './triggers.ts'

const maxNamespaces = 10
const servedRegions = new Set(['ams3', 'blr1', 'fra1', 'lon1', 'nyc1', 'sfo3', 'sgp1', 'syd1', 'tor1'])

/** What the namespace for trying things out is called, and where it is. */
const sandbox = { label: 'sandbox', region: 'nyc1' }

declare module '../../engine/kinds.ts' {
  interface Hidden {
    FunctionsNamespace: { isSandbox?: true }
  }
}

const namespace: ResourceHooks<'FunctionsNamespace'> = {
  parseCreate: ({ body }: Call<'functions_namespaces_create'>, ctx) => {
    // The schema of the one form lets anything stand where the other has its root.
    const { label, region } = 'label' in body && 'region' in body ? body : { label: body.namespace.label, region: body.namespace.Region }
    if (!servedRegions.has(region)) throw new Failure(404, `region: there are no functions in "${region}".`)
    return planNamespace(ctx, { label, region })
  },
}

/** The one there is, else a new one. */
const createSandbox: Handler<'functions_sandbox_create'> = (_call, ctx) => {
  const { engine } = ctx
  const found = engine.all('FunctionsNamespace').find((each) => engine.hidden('FunctionsNamespace', each.namespace).isSandbox)
  if (found) return { namespace: found }
  const { fields, id } = planNamespace(ctx, sandbox)
  return { namespace: engine.add('FunctionsNamespace', fields, { id, hidden: { isSandbox: true } }) }
}

/** @throws Failure 422 when the account has as many as it may have */
function planNamespace({ engine, ids }: AccountContext, { label, region }: typeof sandbox) {
  if (engine.count('FunctionsNamespace') >= maxNamespaces)
    throw unprocessable(`The account has ${maxNamespaces} namespaces, which is as many as it may have.`)
  const fields = { label, region, uuid: ids.uuid(), api_host: `https://faas-${region}.spindrift.example`, key: ids.hex(64) }
  return { fields, id: `fn-${ids.uuid()}` }
}

const accessKey: ResourceHooks<'FunctionsKey'> = {
  parseCreate: ({ body }: Call<'functions_keys_create'>, { ids, clock }) => {
    const id = `dof_v1_${ids.hex(16)}`
    return { fields: { name: body.name, expires_at: findEnd(clock.now(), body.expires_in) }, id }
  },
  // The secret is in this answer and nowhere else, not even hidden.
  told: { functions_keys_create: (key, _at, { ids }) => ({ access_key: { ...key, secret: ids.hex(64) } }) },
  besideAll: { functions_keys_list: (count) => ({ count }) },
}

const secondsOf = { h: 3600, d: 24 * 3600 }
/** The last moment that a date can be written for. */
const endOfTime = Date.UTC(9999, 11, 31)

/** `12h` or `30d` from now; null for ever. */
function findEnd(now: number, lifetime: string | undefined): string | null {
  if (lifetime === undefined) return null
  const unit = lifetime.endsWith('h') ? 'h' : 'd'
  return formatStamp(Math.min(endOfTime, now + Number(lifetime.slice(0, -1)) * secondsOf[unit] * 1000))
}

export const functions: Family = {
  handlers: { functions_sandbox_create: createSandbox },
  kinds: { FunctionsNamespace: namespace, FunctionsKey: accessKey, FunctionsTrigger: trigger },
}
