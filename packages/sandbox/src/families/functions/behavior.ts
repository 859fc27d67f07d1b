/** Namespaces for serverless functions. The functions themselves are deployed and called over a namespace's API host, which is not part of the sandbox. */
import type { Behavior } from '../../engine/call.ts'
import { Failure, unprocessable } from '../../engine/failure.ts'
import { readBody } from '../../engine/serve.ts'
import { isRecord } from '../../engine/values.ts'
import type { FamilyBehavior } from '../family.ts'
import { keyOperations } from './keys.ts'
import { triggerOperations } from './triggers.ts'

const mostNamespaces = 10
const servedRegions = new Set<unknown>(['ams3', 'blr1', 'fra1', 'lon1', 'nyc1', 'sfo3', 'sgp1', 'syd1', 'tor1'])

const create: Behavior = (call, { engine, store, ids }) => {
  const body = readBody(call)
  const { region, label, Region = region } = isRecord(body['namespace']) ? body['namespace'] : body
  if (!servedRegions.has(Region)) throw new Failure(404, `region: there are no functions in "${String(Region)}".`)
  if (store.count({ kind: 'FunctionsNamespace' }) >= mostNamespaces)
    throw unprocessable(`The account has ${mostNamespaces} namespaces, which is as many as it may have.`)
  const fields = {
    label,
    region: Region,
    uuid: ids.uuid(),
    api_host: `https://faas-${String(Region)}.spindrift.example`,
    key: ids.hex(64),
  }
  const namespace = engine.create('FunctionsNamespace', fields, { id: `fn-${ids.uuid()}` })
  return { body: JSON.stringify({ namespace }) }
}

export const functions: FamilyBehavior = {
  operations: { functions_create_namespace: create, ...keyOperations, ...triggerOperations },
}
