/** Namespaces for serverless functions. The functions themselves are deployed and called over a namespace's API host, which is not part of the sandbox. */
import type { Behavior } from '../../engine/call.ts'
import { Failure, unprocessable } from '../../engine/failure.ts'
import { keyOf } from '../../engine/kinds.ts'
import { answerPage, readPage } from '../../engine/pages.ts'
import type { World } from '../../engine/world.ts'
import { under } from '../../store/store.ts'
import { writeStamp } from '../../shared/write-stamp.ts'
import type { FamilyBehavior } from '../family.ts'
import { trigger } from './triggers.ts'

const mostNamespaces = 10
const servedRegions = new Set(['ams3', 'blr1', 'fra1', 'lon1', 'nyc1', 'sfo3', 'sgp1', 'syd1', 'tor1'])

const createNamespace: Behavior<'functions_create_namespace'> = ({ body }, { engine, ids }) => {
  const { label, region } = 'namespace' in body ? { label: body.namespace.label, region: body.namespace.Region } : body
  if (!servedRegions.has(region)) throw new Failure(404, `region: there are no functions in "${region}".`)
  if (engine.count('FunctionsNamespace') >= mostNamespaces)
    throw unprocessable(`The account has ${mostNamespaces} namespaces, which is as many as it may have.`)
  const fields = { label, region, uuid: ids.uuid(), api_host: `https://faas-${region}.spindrift.example`, key: ids.hex(64) }
  return { namespace: engine.add('FunctionsNamespace', fields, { id: `fn-${ids.uuid()}` }) }
}

const listKeys: Behavior<'functions_list_keys'> = (call, world) => {
  const page = world.engine.list('FunctionsKey', { parent: openNamespace(call.path, world), order: 'newest', page: readPage(call) })
  return answerPage(call, 'access_keys', page, { count: page.total })
}

/** The secret is in this answer and nowhere else, not even hidden. */
const createKey: Behavior<'functions_create_key'> = ({ path, body }, world) => {
  const { engine, ids, clock } = world
  const parent = openNamespace(path, world)
  const id = `dof_v1_${ids.hex(16)}`
  const fields = { name: body.name, expires_at: findEnd(clock.now(), body.expires_in) }
  return { access_key: { ...engine.add('FunctionsKey', fields, { parent, id }), secret: ids.hex(64) } }
}

/** The path under the namespace of the path. @throws Failure 404 */
function openNamespace({ namespace_id: id }: { readonly namespace_id: string }, { engine }: World): string {
  engine.get('FunctionsNamespace', id)
  return under(keyOf('FunctionsNamespace', id))
}

const secondsOf = { h: 3600, d: 24 * 3600 }
/** The last moment that a date can be written for. */
const endOfTime = Date.UTC(9999, 11, 31)

/** `12h` or `30d` from now; null for ever. */
function findEnd(now: number, lifetime: string | undefined): string | null {
  if (lifetime === undefined) return null
  const unit = lifetime.endsWith('h') ? 'h' : 'd'
  return writeStamp(Math.min(endOfTime, now + Number(lifetime.slice(0, -1)) * secondsOf[unit] * 1000))
}

export const functions: FamilyBehavior = {
  behaviors: {
    functions_create_namespace: createNamespace,
    functions_list_keys: listKeys,
    functions_create_key: createKey,
  },
  kinds: { FunctionsTrigger: trigger },
}
