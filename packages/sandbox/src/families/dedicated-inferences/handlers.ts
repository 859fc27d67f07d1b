/** Models on dedicated GPUs. The sandbox does not run the inference endpoints, only their management. */
import { createHash } from 'node:crypto'
import { dedicatedModels, dedicatedRegions, dedicatedSizes } from '../../catalog/dedicated-inference.ts'
import type { Handler } from '../../engine/call.ts'
import { conflict, Failure, notFound, unprocessable } from '../../engine/failure.ts'
import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { childPath } from '../../store/store.ts'
import { type DedicatedSpec, parseSpec, withStatus } from './spec.ts'
import { startChange } from './steps.ts'
import { createAuthority } from '../../shared/certificates.ts'
import { ensureDefaultVpc } from '../../shared/default-vpc.ts'
import { getStateSeconds } from '../../shared/get-state-seconds.ts'
import { type JobPayload, scheduleIn } from '../../shared/schedule-job.ts'
import type { Handlers, Jobs } from '../family.ts'

declare module '../../engine/kinds.ts' {
  interface Hidden {
    DedicatedInference: { hasToken: boolean }
  }
}

interface ProviderTokens {
  readonly hugging_face_token?: string
}

interface TokenRequest {
  readonly access_tokens?: ProviderTokens
  readonly secrets?: ProviderTokens
}

const hasToken = ({ access_tokens: tokens, secrets }: TokenRequest) =>
  [tokens, secrets].some((credentials) => Boolean(credentials?.hugging_face_token))

const parentOf = (deployment: string) => childPath(keyOf('DedicatedInference', deployment))

const create: Handler<'dedicatedInferences_create'> = ({ body }, ctx) => {
  const { engine } = ctx
  const spec = parseSpec(ctx, body.spec, hasToken(body))
  const { name, region } = spec
  refuseTaken(ctx, spec)
  const vpc_uuid = spec.vpc?.uuid ?? ensureDefaultVpc(ctx, region).id
  const settings = { spec: { ...spec, model_deployments: withStatus(spec.model_deployments, 'new') }, endpoints: {} }
  const { id } = engine.create('DedicatedInference', { name, region, vpc_uuid, ...settings }, { hidden: { hasToken: hasToken(body) } })
  // Set, not merged with the defaults.
  const deployment = engine.setFields('DedicatedInference', id, settings)
  const token = makeToken(ctx, id, 'default', true)
  return { dedicated_inference: deployment, token }
}

/** Names are unique in a region; the new name of a pending change is reserved. */
function refuseTaken({ engine }: AccountContext, { name, region }: Pick<DedicatedSpec, 'name' | 'region'>): void {
  const fields = ['spec.name', 'pending_deployment_spec.name'] as const
  const others = fields.flatMap((field) => engine.list('DedicatedInference', { where: [{ field, equals: name }] }))
  if (others.some(({ spec }) => spec.region === region)) throw conflict(`spec.name: ${region} has a dedicated inference "${name}" already.`)
}

/** Returns the token with its value, which is not stored. */
function makeToken(
  { engine, ids }: AccountContext,
  deployment: string,
  name: string,
  isManaged: boolean,
): Kinds['DedicatedInferenceToken'] {
  const token = engine.create('DedicatedInferenceToken', { name, is_managed: isManaged }, { parent: parentOf(deployment) })
  return { ...token, value: `did_v1_${ids.hex(64)}` }
}

const update: Handler<'dedicatedInferences_update'> = ({ path: { dedicated_inference_id: id }, body }, ctx) => {
  const { engine, ids, clock } = ctx
  const { status, spec: before, vpc_uuid: vpc } = engine.get('DedicatedInference', id)
  if (status !== 'active') throw new Failure(403, `The dedicated inference is ${status}; it can be changed while it is active.`)
  const has = hasToken(body) || engine.getHidden('DedicatedInference', id).hasToken
  engine.setHidden('DedicatedInference', id, { hasToken: has })
  if (body.spec === undefined) return { dedicated_inference: engine.update('DedicatedInference', id, {}) }
  const after = parseSpec(ctx, body.spec, has, before)
  if (after.region !== before.region) throw unprocessable('spec.region: cannot be changed.')
  if (after.vpc && after.vpc.uuid !== vpc) throw unprocessable('spec.vpc.uuid: cannot be changed.')
  if (after.name !== before.name) refuseTaken(ctx, after)
  const { region: _, ...rest } = after
  const timestamp = clock.timestamp()
  const pending = {
    id: ids.uuid(),
    ...rest,
    status: 'provisioning' as const,
    model_deployments: withStatus(after.model_deployments, 'new'),
    created_at: timestamp,
    updated_at: timestamp,
  }
  engine.setFields('DedicatedInference', id, { pending_deployment_spec: pending })
  const seconds = getStateSeconds('DedicatedInferencePendingSpec', 'provisioning')
  scheduleIn(ctx, seconds, 'dedicatedInferences.startChange', { id } satisfies JobPayload)
  return { dedicated_inference: engine.trigger('DedicatedInference', id, 'dedicatedInferences_update') }
}

/** Derived from the deployment, so it is the same on each call. */
const getCa: Handler<'dedicatedInferences_getCa'> = ({ path }, { engine }) => {
  const { id, spec, endpoints, created_at: at } = engine.get('DedicatedInference', path.dedicated_inference_id)
  if (endpoints.private_endpoint_fqdn === undefined) throw notFound()
  const seed = createHash('sha256').update(`dedicated:${id}`).digest('hex')
  const { certificate } = createAuthority({ name: `${spec.name} authority`, seed, from: Date.parse(at), years: 10 })
  return { cert: Buffer.from(certificate).toString('base64') }
}

const listSizes: Handler<'dedicatedInferences_sizes_list'> = () => {
  const sizes = dedicatedSizes.flatMap(({ slug, pricePerHour, regions, ...machine }) =>
    regions.map((region) => ({ gpu_slug: slug, price_per_hour: pricePerHour, region, regions, currency: 'USD', ...machine })),
  )
  return { enabled_regions: dedicatedRegions, sizes }
}

const listModels: Handler<'dedicatedInferences_gpuModelConfigs_list'> = () => ({
  gpu_model_configs: dedicatedModels.map(({ slug, name, gated, sizes }) => ({
    gpu_slugs: sizes,
    model_slug: slug,
    model_name: name,
    is_gated_model: gated,
    is_model_gated: gated,
  })),
})

export const handlers = {
  dedicatedInferences_create: create,
  dedicatedInferences_update: update,
  dedicatedInferences_getCa: getCa,
  dedicatedInferences_sizes_list: listSizes,
  dedicatedInferences_gpuModelConfigs_list: listModels,
} satisfies Handlers

export const jobs: Jobs = { 'dedicatedInferences.startChange': startChange }
