/** State changes of a deployment: they reserve its machines and load its models. */
import { conflict } from '../../engine/failure.ts'
import type { ResourceHooks } from '../../engine/hooks.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import { keyOf } from '../../engine/kinds.ts'
import type { Kinds } from '../../generated/types.ts'
import type { JobPayload } from '../../shared/schedule-job.ts'
import { childPath } from '../../store/store.ts'
import { reserveAccelerators, releaseAccelerators } from './accelerators.ts'
import { withStatus } from './spec.ts'

type EnterHooks = NonNullable<ResourceHooks<'DedicatedInference'>['onEnter']>

export const onEnter: EnterHooks = {
  provisioning: ({ spec }, key, ctx) => {
    reserveAccelerators(ctx, key, spec.name, spec.model_deployments)
    return { spec: { ...spec, model_deployments: withStatus(spec.model_deployments, 'provisioning') } }
  },
  active: ({ id, spec, pending_deployment_spec: pending }, key, ctx) => {
    const { name, enable_public_endpoint: isPublic, model_deployments: deployments } = pending ?? spec
    releaseAccelerators(ctx, key, deployments)
    return {
      pending_deployment_spec: undefined,
      name,
      spec: { ...spec, name, enable_public_endpoint: isPublic, model_deployments: withStatus(deployments, 'active') },
      endpoints: createEndpoints(name, id, isPublic),
    }
  },
  deleting: (_value, key, { engine }) => {
    const parent = childPath(key)
    for (const { id } of engine.list('DedicatedInferenceToken', { parent })) engine.delete('DedicatedInferenceToken', { parent, id })
    return { endpoints: {} }
  },
}

/** @throws Failure 409 */
export function refuseDeleting({ status }: Kinds['DedicatedInference']): void {
  if (status === 'deleting') throw conflict('The dedicated inference is being deleted already.')
}

/** Reserves the machines of a change that is in progress. */
export function startChange({ id }: JobPayload, ctx: AccountContext): void {
  const { engine, clock } = ctx
  const deployment = engine.find('DedicatedInference', id)
  const { pending_deployment_spec: pending, spec } = deployment ?? {}
  if (deployment?.status !== 'updating' || !pending || !spec) return
  reserveAccelerators(ctx, keyOf('DedicatedInference', id), spec.name, pending.model_deployments)
  const model_deployments = withStatus(pending.model_deployments, 'provisioning')
  engine.setFields('DedicatedInference', id, {
    pending_deployment_spec: { ...pending, status: 'updating', model_deployments, updated_at: clock.timestamp() },
  })
}

/** Names are unique per region, so the host also contains a part of the id. */
function createEndpoints(name: string, id: string, isPublic: boolean): Kinds['DedicatedInference']['endpoints'] {
  const label = `${name.toLowerCase().replaceAll('_', '-').slice(0, 40)}-${id.slice(0, 8)}`
  const domain = 'dedicated.spindrift.example'
  return {
    ...(isPublic && { public_endpoint_fqdn: `https://${label}.${domain}` }),
    private_endpoint_fqdn: `https://private-${label}.${domain}`,
  }
}
