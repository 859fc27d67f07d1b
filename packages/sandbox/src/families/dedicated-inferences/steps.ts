/** State machine of a deployment: jobs that create, update and delete it. */
import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { scheduleIn } from '../../shared/schedule-job.ts'
import { reserveAccelerators, releaseAccelerators } from './accelerators.ts'
import { withStatus } from './spec.ts'

/** `reserve` finds the accelerators; `load` loads the models. */
export interface Step {
  readonly id: string
  readonly does: 'reserve' | 'load'
  readonly while: 'new' | 'provisioning' | 'updating'
}

const seconds = { new: 5, provisioning: 60, updating: 30 } as const

export function scheduleStep(ctx: AccountContext, step: Step): void {
  scheduleIn(ctx, seconds[step.while], 'dedicatedInferences.step', step)
}

export function runStep({ id, does, while: state }: Step, ctx: AccountContext): void {
  const { engine, clock } = ctx
  const deployment = engine.find('DedicatedInference', id)
  if (deployment?.status !== state) return
  const key = keyOf('DedicatedInference', id)
  const { spec, pending_deployment_spec: pending } = deployment
  const next = pending?.model_deployments ?? spec.model_deployments
  if (does === 'reserve') {
    reserveAccelerators(ctx, key, spec.name, next)
    const moved = withStatus(next, 'provisioning')
    if (pending) {
      engine.setFields('DedicatedInference', key, {
        pending_deployment_spec: { ...pending, status: 'updating', model_deployments: moved, updated_at: clock.timestamp() },
      })
    } else {
      engine.setFields('DedicatedInference', key, {
        status: 'provisioning',
        spec: { ...spec, model_deployments: moved },
        updated_at: clock.timestamp(),
      })
    }
    scheduleStep(ctx, { id, does: 'load', while: pending ? 'updating' : 'provisioning' })
    return
  }
  releaseAccelerators(ctx, key, next)
  const { name, enable_public_endpoint: isPublic } = pending ?? spec
  engine.setFields('DedicatedInference', key, {
    pending_deployment_spec: undefined,
    status: 'active',
    name,
    spec: { ...spec, name, enable_public_endpoint: isPublic, model_deployments: withStatus(next, 'active') },
    endpoints: createEndpoints(name, id, isPublic),
    updated_at: clock.timestamp(),
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

export function deleteChildren({ id }: { readonly id: string }, { engine }: AccountContext): void {
  if (engine.find('DedicatedInference', id)) engine.delete('DedicatedInference', id)
}
