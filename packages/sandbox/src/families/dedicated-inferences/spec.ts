/** Validates the spec of a deployment: VPC, sizes of the region, models and their tokens. */
import { type DedicatedModel, dedicatedModels, dedicatedRegions, dedicatedSizes } from '../../catalog/dedicated-inference.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'

export type DedicatedSpec = Kinds['DedicatedInference']['spec']
type SpecInput = Operations['dedicatedInferences_create']['body']['spec']
type DeploymentInput = SpecInput['model_deployments'][number]
type Status = DedicatedSpec['model_deployments'][number]['accelerators'][number]['status']

/** Deployment group of a request, or a stored one with its status. */
export type ModelDeployments = readonly DeploymentInput[]

/** The platform offers more per deployment only by contract. */
const maxMachines = 64

/** Leaves out a VPC that was not sent, so that clients that compare see no change. */
type ShownVpc = Pick<DedicatedSpec, 'vpc' | 'vpc_config'>

/**
 * @param hasToken whether a token of the models' provider is at hand
 * @param present the VPC that stays where the request names none
 * @throws Failure 422
 */
export function parseSpec(
  ctx: AccountContext,
  spec: SpecInput,
  hasToken: boolean,
  present?: ShownVpc,
): Omit<SpecInput, 'vpc' | 'vpc_config'> & ShownVpc {
  if (!dedicatedRegions.includes(spec.region)) throw unprocessable(`spec.region: must be one of ${dedicatedRegions.join(', ')}`)
  const vpc = spec.vpc?.uuid ?? spec.vpc_config?.vpc_uuid ?? present?.vpc?.uuid
  const machines = spec.model_deployments.flatMap(({ accelerators }) => accelerators).reduce((sum, { scale }) => sum + scale, 0)
  if (machines > maxMachines) throw unprocessable(`spec.model_deployments: ${machines} accelerators are more than ${maxMachines}.`)
  const deployments = spec.model_deployments.map((deployment, index) =>
    parseDeployment(ctx, deployment, { at: `spec.model_deployments.${index}`, region: spec.region, hasToken }),
  )
  return {
    version: Math.max(spec.version, 1),
    name: spec.name,
    region: spec.region,
    ...(vpc !== undefined && { vpc: { uuid: vpc }, vpc_config: { vpc_uuid: vpc } }),
    enable_public_endpoint: spec.enable_public_endpoint,
    model_deployments: deployments,
  }
}

interface Place {
  readonly at: string
  readonly region: string
  readonly hasToken: boolean
}

function parseDeployment(ctx: AccountContext, deployment: DeploymentInput, { at, region, hasToken }: Place): DeploymentInput {
  const { model_id: id = '', model_slug: slug, provider_model_id: providerId, workload_config: config, accelerators } = deployment
  const name = slug ?? providerId
  if (id === '' && name === undefined) throw unprocessable(`${at}.model_slug: must be given`)
  const model = id === '' ? findModel(name ?? '') : parseCustom(ctx, { id, slug, at, region })
  if (!model)
    throw unprocessable(
      `${at}.model_slug: "${name}" cannot be deployed. GET /v2/dedicated-inferences/gpu-model-config lists what can, and owner/name is any repository.`,
    )
  if (model.gated && !hasToken)
    throw unprocessable(`access_tokens.hugging_face_token: ${model.name} is gated and cannot be loaded without it.`)
  for (const [index, { accelerator_slug: size }] of accelerators.entries()) {
    const field = `${at}.accelerators.${index}.accelerator_slug`
    const sizeEntry = dedicatedSizes.find((each) => each.slug === size)
    if (!sizeEntry?.regions.includes(region)) throw unprocessable(`${field}: "${size}" is not offered in ${region}.`)
    if (!model.sizes.includes(size))
      throw unprocessable(`${field}: ${model.name} does not run on "${size}", only on ${model.sizes.join(', ')}.`)
  }
  return {
    ...(id !== '' && { model_id: id }),
    ...(slug !== undefined && { model_slug: slug }),
    ...(providerId !== undefined && { provider_model_id: providerId }),
    model_provider: deployment.model_provider,
    ...(config && { workload_config: config }),
    accelerators: accelerators.map((group) => ({ scale: group.scale, type: group.type, accelerator_slug: group.accelerator_slug })),
  }
}

/** Accepts a model of the catalog, or any repository of the provider. */
function findModel(name: string): Pick<DedicatedModel, 'name' | 'gated' | 'sizes'> | undefined {
  const known = dedicatedModels.find(({ slug }) => slug === name)
  if (known || !/^[\w.-]+\/[\w.-]+$/.test(name)) return known
  return { name, gated: false, sizes: dedicatedSizes.map(({ slug }) => slug) }
}

/** A custom model runs in the region of its weights, on any size. */
function parseCustom(
  { engine }: AccountContext,
  { id, slug, at, region }: { id: string; slug: string | undefined; at: string; region: string },
) {
  const model = engine.get('CustomModel', id)
  const { name } = model
  if (slug !== undefined && name !== slug) throw unprocessable(`${at}.model_slug: the model of model_id is called "${name}".`)
  if (model.status !== 'STATUS_READY') throw unprocessable(`${at}.model_id: ${name} has not been imported.`)
  if (model.storage_region !== region) throw unprocessable(`${at}.model_id: the weights of ${name} are in ${model.storage_region}.`)
  return { name, gated: false, sizes: dedicatedSizes.map((size) => size.slug) }
}

export function withStatus(deployments: ModelDeployments, status: Status): DedicatedSpec['model_deployments'] {
  return deployments.map((each) => ({ ...each, accelerators: each.accelerators.map((group) => ({ ...group, status })) }))
}
