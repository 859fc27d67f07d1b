/** Subscription of the account: it starts with the first registry and ends with the last. */
import { type RegistryTier, registryTiers, tierOfSeveral } from '../../catalog/registries.ts'
import { onlyOne } from '../../engine/engine.ts'
import { notFound, preconditionFailed } from '../../engine/failure.ts'
import { keyOf } from '../../engine/kinds.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { childPath } from '../../store/store.ts'

type Plan = Kinds['RegistrySubscription']

export const listRegistries = ({ engine }: AccountContext): Kinds['Registry'][] => engine.list('Registry', { order: 'newest' })

export const findPlan = ({ engine }: AccountContext): Plan | undefined => engine.find('RegistrySubscription', onlyOne)

/** @throws Failure 404 before the first registry */
export function getPlan(ctx: AccountContext): Plan {
  const plan = findPlan(ctx)
  if (!plan) throw notFound()
  return plan
}

export function setPlan(ctx: AccountContext, slug: string): Plan {
  const { engine, clock } = ctx
  const tier = registryTiers.find((each) => each.slug === slug)
  if (!tier) throw new Error(`There is no registry plan "${slug}".`)
  const before = findPlan(ctx)
  if (!before) return engine.create('RegistrySubscription', { tier })
  return before.tier.slug === slug ? before : engine.setFields('RegistrySubscription', onlyOne, { tier, updated_at: clock.timestamp() })
}

/** Sums the usage of all registries. */
export function measureUsage(ctx: AccountContext): { readonly repositories: number; readonly bytes: number; readonly registries: number } {
  const registries = listRegistries(ctx)
  const repositories = registries.map(({ name }) => ctx.engine.count('RegistryRepository', { parent: childPath(keyOf('Registry', name)) }))
  return {
    registries: registries.length,
    repositories: repositories.reduce((sum, count) => sum + count, 0),
    bytes: registries.reduce((sum, { storage_usage_bytes: bytes }) => sum + bytes, 0),
  }
}

/** Lists the reasons why the account cannot change to a plan, in the form of the options. */
export function listObstacles(ctx: AccountContext, tier: RegistryTier): readonly ('OverRepositoryLimit' | 'OverStorageLimit')[] {
  const { repositories, bytes, registries } = measureUsage(ctx)
  const max = tier.included_repositories
  const hasTooMany = (max > 0 && repositories > max) || (registries > 1 && tier.slug !== tierOfSeveral)
  const hasTooMuch = !tier.allow_storage_overage && bytes > tier.included_storage_bytes
  return [...(hasTooMany ? ['OverRepositoryLimit' as const] : []), ...(hasTooMuch ? ['OverStorageLimit' as const] : [])]
}

/** @throws Failure 412 if the usage of the account exceeds the plan */
export function changePlan(ctx: AccountContext, slug: string, registries = measureUsage(ctx).registries): Plan {
  if (registries > 1 && slug !== tierOfSeveral) throw preconditionFailed('Several registries need the professional plan.')
  const tier = registryTiers.find((each) => each.slug === slug)
  const [obstacle] = tier ? listObstacles(ctx, tier) : []
  if (obstacle === 'OverRepositoryLimit') throw preconditionFailed('The registries hold more repositories than the plan allows.')
  if (obstacle === 'OverStorageLimit') throw preconditionFailed('The registries store more than the plan allows.')
  return setPlan(ctx, slug)
}
