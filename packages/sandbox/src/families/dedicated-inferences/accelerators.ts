/** The single machines behind the groups of a specification. */
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type Key, under } from '../../store/store.ts'
import type { DedicatedModelDeployment } from './read-spec.ts'

const kind = 'DedicatedInferenceAccelerator'

export const acceleratorKey = (deployment: Key, id: unknown): Key => ({ kind, id: String(id), parent: under(deployment) })

interface Wanted {
  readonly slug: string
  readonly role: string
}

function listWanted(deployments: readonly DedicatedModelDeployment[]): Wanted[] {
  return deployments.flatMap(({ accelerators }) =>
    accelerators.flatMap(({ scale, type, accelerator_slug: slug }) => Array.from({ length: scale }, () => ({ slug, role: type }))),
  )
}

/** Reserves the machines that are missing; those that are there serve on. */
export function reserve(world: World, deployment: Key, name: string, deployments: readonly DedicatedModelDeployment[]): void {
  const { engine, store } = world
  for (const { slug, role } of match(world, deployment, deployments).missing) {
    const number = store.next(`accelerator:${deployment.id}`, 1)
    const { id } = engine.create(kind, { name: `${name}-${number}`, slug, role }, { parent: under(deployment), lifecycle: false })
    engine.change(acceleratorKey(deployment, id), { status: 'provisioning' })
  }
}

/** Frees the machines that are no longer needed; all others run now. */
export function settle(world: World, deployment: Key, deployments: readonly DedicatedModelDeployment[]): void {
  const { used, surplus } = match(world, deployment, deployments)
  for (const { id } of surplus) world.engine.remove(acceleratorKey(deployment, id))
  for (const { id } of used) world.engine.change(acceleratorKey(deployment, id), { status: 'active' })
}

function match({ engine }: World, deployment: Key, deployments: readonly DedicatedModelDeployment[]) {
  const left: Value[] = engine.all({ kind, parent: under(deployment) })
  const used: Value[] = []
  const missing = listWanted(deployments).filter(({ slug, role }) => {
    const at = left.findIndex((each) => each['slug'] === slug && each['role'] === role)
    if (at === -1) return true
    used.push(...left.splice(at, 1))
    return false
  })
  return { used, missing, surplus: left }
}
