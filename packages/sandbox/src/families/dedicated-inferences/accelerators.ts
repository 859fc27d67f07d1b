/** Machines of the accelerator groups of a deployment. */
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { type Key, childPath } from '../../store/store.ts'
import type { ModelDeployments } from './spec.ts'

type Deployment = Key<'DedicatedInference'>

interface RequestedAccelerator {
  readonly slug: string
  readonly role: string
}

function listRequested(deployments: ModelDeployments): RequestedAccelerator[] {
  return deployments.flatMap(({ accelerators }) =>
    accelerators.flatMap(({ scale, type, accelerator_slug: slug }) => Array.from({ length: scale }, () => ({ slug, role: type }))),
  )
}

/** Reserves the missing machines and keeps the others. */
export function reserveAccelerators(ctx: AccountContext, deployment: Deployment, name: string, deployments: ModelDeployments): void {
  const { engine, store } = ctx
  const parent = childPath(deployment)
  for (const { slug, role } of matchAccelerators(ctx, deployment, deployments).missing) {
    const number = store.nextCounter(`accelerator:${deployment.id}`, 1)
    engine.create('DedicatedInferenceAccelerator', { name: `${name}-${number}`, slug, role, status: 'provisioning' }, { parent })
  }
}

/** Releases accelerators that are no longer needed, and sets the others to active. */
export function releaseAccelerators(ctx: AccountContext, deployment: Deployment, deployments: ModelDeployments): void {
  const { used, surplus } = matchAccelerators(ctx, deployment, deployments)
  const parent = childPath(deployment)
  for (const { id } of surplus) ctx.engine.delete('DedicatedInferenceAccelerator', { parent, id })
  for (const { id } of used) ctx.engine.setFields('DedicatedInferenceAccelerator', { parent, id }, { status: 'active' })
}

function matchAccelerators({ engine }: AccountContext, deployment: Deployment, deployments: ModelDeployments) {
  const left = engine.list('DedicatedInferenceAccelerator', { parent: childPath(deployment) })
  const used: Kinds['DedicatedInferenceAccelerator'][] = []
  const missing = listRequested(deployments).filter(({ slug, role }) => {
    const at = left.findIndex((each) => each.slug === slug && each.role === role)
    if (at === -1) return true
    used.push(...left.splice(at, 1))
    return false
  })
  return { used, missing, surplus: left }
}
