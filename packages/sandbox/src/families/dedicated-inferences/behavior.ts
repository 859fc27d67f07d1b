/** Models on GPUs of the account's own. What callers ask its endpoints is not part of the sandbox; everything around them is. */
import { createHash } from 'node:crypto'
import { dedicatedModels, dedicatedRegions, dedicatedSizes } from '../../catalogue/dedicated-inference.ts'
import type { Behavior, Call } from '../../engine/call.ts'
import { conflict, notFound, unprocessable } from '../../engine/failure.ts'
import { readBody } from '../../engine/serve.ts'
import { isRecord, type Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import { acceleratorKey } from './accelerators.ts'
import { type DedicatedSpec, readSpec, withStatus } from './read-spec.ts'
import { deploymentKey, forget, plan, takeStep } from './steps.ts'
import type { FamilyBehavior } from '../family.ts'
import { makeAuthority } from '../../shared/certificates.ts'
import { later } from '../../shared/later.ts'

const secondsToDelete = 10
const tokenKind = 'DedicatedInferenceToken'

const keyOf = (call: Call): Key => deploymentKey(call.path['dedicated_inference_id'])
const hasToken = (body: Value) =>
  [body['access_tokens'], body['secrets']].some((given) => isRecord(given) && (given['hugging_face_token'] ?? '') !== '')

const create: Behavior = (call, world) => {
  const { engine } = world
  const body = readBody(call)
  const spec = readSpec(world, body['spec'], hasToken(body))
  const isTaken = engine.all({ kind: 'DedicatedInference' }).some((other) => {
    const own = other['spec'] as DedicatedSpec // only this family writes it
    return own.name === spec.name && own.region === spec.region
  })
  if (isTaken) throw conflict(`spec.name: ${spec.region} has a dedicated inference "${spec.name}" already.`)
  const { id } = engine.create(
    'DedicatedInference',
    { name: spec.name, region: spec.region, vpc_uuid: spec.vpc.uuid },
    { lifecycle: false, hidden: { hasToken: hasToken(body) } },
  )
  const key = deploymentKey(id)
  const deployment = engine.change(key, { spec: { ...spec, model_deployments: withStatus(spec.model_deployments, 'new') }, endpoints: {} })
  const token = makeToken(world, key, 'default', true)
  plan(world, { id: key.id, does: 'reserve', while: 'new' })
  return { body: JSON.stringify({ dedicated_inference: deployment, token }) }
}

/** With its value, which nothing keeps. */
function makeToken({ engine, ids }: World, deployment: Key, name: string, isManaged: boolean): Value {
  const token = engine.create(tokenKind, { name, is_managed: isManaged }, { parent: under(deployment) })
  return { ...token, value: `did_v1_${ids.hex(64)}` }
}

const update: Behavior = (call, world) => {
  const { engine, ids, clock } = world
  const key = keyOf(call)
  const { status, spec } = engine.get(key)
  if (status !== 'active') throw conflict(`The dedicated inference is ${String(status)}; it can be changed while it is active.`)
  const body = readBody(call)
  const has = hasToken(body) || engine.hidden(key)['hasToken'] === true
  engine.hide(key, { hasToken: has })
  if (body['spec'] === undefined) return reply(engine.update(key, {}))
  const before = spec as DedicatedSpec // only this family writes it
  const after = readSpec(world, body['spec'], has, before.vpc.uuid)
  if (after.name !== before.name) throw unprocessable('spec.name: cannot be changed.')
  if (after.region !== before.region) throw unprocessable('spec.region: cannot be changed.')
  if (after.vpc.uuid !== before.vpc.uuid) throw unprocessable('spec.vpc.uuid: cannot be changed.')
  const { region: _, ...rest } = after
  const stamp = clock.stamp()
  const pending = {
    id: ids.uuid(),
    ...rest,
    status: 'provisioning',
    model_deployments: withStatus(after.model_deployments, 'new'),
    created_at: stamp,
    updated_at: stamp,
  }
  const deployment = engine.change(key, { status: 'updating', pending_deployment_spec: pending, updated_at: stamp })
  plan(world, { id: key.id, does: 'reserve', while: 'updating' })
  return reply(deployment)
}

const reply = (deployment: Value) => ({ body: JSON.stringify({ dedicated_inference: deployment }) })

const remove: Behavior = (call, world) => {
  const { engine, clock } = world
  const key = keyOf(call)
  refuseDeleting(engine.get(key))
  for (const { id } of engine.all({ kind: tokenKind, parent: under(key) }))
    engine.remove({ kind: tokenKind, id: String(id), parent: under(key) })
  engine.change(key, { status: 'deleting', endpoints: {}, updated_at: clock.stamp() })
  later(world, secondsToDelete, 'dedicatedInferences.remove', { id: key.id })
  return {}
}

function refuseDeleting({ status }: Value): void {
  if (status === 'deleting') throw conflict('The dedicated inference is being deleted already.')
}

const getAccelerator: Behavior = (call, { engine }) => {
  engine.get(keyOf(call))
  return { body: engine.text(acceleratorKey(keyOf(call), call.path['accelerator_id'])) }
}

/** It follows from the deployment, so it is the same each time. */
const getCa: Behavior = (call, { engine }) => {
  const { id, spec, endpoints, created_at: at } = engine.get(keyOf(call))
  if (!isRecord(endpoints) || endpoints['private_endpoint_fqdn'] === undefined) throw notFound()
  const seed = createHash('sha256')
    .update(`dedicated:${String(id)}`)
    .digest('hex')
  const { certificate } = makeAuthority({
    name: `${(spec as DedicatedSpec).name} authority`,
    seed,
    from: Date.parse(String(at)),
    years: 10,
  })
  return { body: JSON.stringify({ cert: Buffer.from(certificate).toString('base64') }) }
}

const createToken: Behavior = (call, world) => {
  const key = keyOf(call)
  refuseDeleting(world.engine.get(key))
  return { body: JSON.stringify({ token: makeToken(world, key, String(readBody(call)['name']), false) }) }
}

const deleteToken: Behavior = (call, { engine }) => {
  engine.get(keyOf(call))
  const key: Key = { kind: tokenKind, id: String(call.path['token_id']), parent: under(keyOf(call)) }
  if (engine.get(key)['is_managed'] === true)
    throw conflict('The platform manages this token itself; it goes with the dedicated inference.')
  engine.remove(key)
  return {}
}

const listSizes: Behavior = () => {
  const sizes = dedicatedSizes.flatMap(({ slug, pricePerHour, regions, ...machine }) =>
    regions.map((region) => ({ gpu_slug: slug, price_per_hour: pricePerHour, region, regions, currency: 'USD', ...machine })),
  )
  return { body: JSON.stringify({ enabled_regions: dedicatedRegions, sizes }) }
}

const listModels: Behavior = () => {
  const configs = dedicatedModels.map(({ slug, name, gated, sizes }) => ({
    gpu_slugs: sizes,
    model_slug: slug,
    model_name: name,
    is_gated_model: gated,
    is_model_gated: gated,
  }))
  return { body: JSON.stringify({ gpu_model_configs: configs }) }
}

export const dedicatedInferences: FamilyBehavior = {
  operations: {
    dedicatedInferences_create: create,
    dedicatedInferences_update: update,
    dedicatedInferences_delete: remove,
    dedicatedInferences_get_accelerator: getAccelerator,
    dedicatedInferences_get_ca: getCa,
    dedicatedInferences_create_token: createToken,
    dedicatedInferences_delete_token: deleteToken,
    dedicatedInferences_list_sizes: listSizes,
    dedicatedInferences_list_gpu_model_configs: listModels,
  },
  due: { 'dedicatedInferences.step': takeStep, 'dedicatedInferences.remove': forget },
}
