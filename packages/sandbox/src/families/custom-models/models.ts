import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'

export type CustomModel = Kinds['CustomModel']

export const maxModels = 10

/** Adds the dedicated inference deployments that use the model. */
export function describeModel(ctx: AccountContext, model: CustomModel): CustomModel {
  const active = listDeployments(ctx, model.uuid).map(({ id, spec, status, region, endpoints, created_at, updated_at }) => ({
    id,
    name: spec.name,
    state: status.toUpperCase(),
    region_slug: region,
    endpoints: {
      public_endpoint_fqdn: getHost(endpoints.public_endpoint_fqdn),
      private_endpoint_fqdn: getHost(endpoints.private_endpoint_fqdn),
    },
    created_at,
    updated_at,
  }))
  return { ...model, active_deployments: active }
}

const getHost = (url = ''): string => url.replace('https://', '')

export function listDeployments({ engine }: AccountContext, uuid: string): Kinds['DedicatedInference'][] {
  const where = [{ field: 'spec.model_deployments[].model_id', equals: uuid }] as const
  return engine.list('DedicatedInference', { where }).filter(({ status }) => status !== 'deleting')
}
