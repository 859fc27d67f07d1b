/** Container registries, at both paths: `/v2/registry` is `/v2/registries` for accounts with exactly one registry. */
import {
  maxRegistries,
  registryHost,
  registryRegions,
  registryTiers,
  singleRegistryRegions,
  takenRegistryNames,
  tierOfSeveral,
} from '../../catalog/registries.ts'
import type { Handler, Call } from '../../engine/call.ts'
import { conflict, notFound, preconditionFailed, unprocessable } from '../../engine/failure.ts'
import { answerValues } from '../../engine/pages.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { changePlan, findPlan, getPlan, listRegistries, listObstacles, setPlan } from './plan.ts'
import type { Handlers } from '../family.ts'

const withPlan = (ctx: AccountContext, registry: Kinds['Registry']) => ({ ...registry, subscription: getPlan(ctx) })

const list: Handler<'registries_list'> = (call, ctx) =>
  answerValues(call, 'registries', listRegistries(ctx), (registry) => withPlan(ctx, registry))

const create: Handler<'registries_create'> = ({ body }, ctx) => {
  const count = listRegistries(ctx).length
  const tierSlug = body.subscription_tier_slug
  if (count >= maxRegistries) throw preconditionFailed(`The account already has ${maxRegistries} registries.`)
  if (count > 0 && (tierSlug ?? findPlan(ctx)?.tier.slug) !== tierOfSeveral)
    throw preconditionFailed('More than one registry needs the professional plan.')
  assertNameFree(ctx, body.name)
  assertServed(body.region, registryRegions)
  if (count === 0) setPlan(ctx, tierSlug ?? 'starter')
  else if (tierSlug !== undefined) changePlan(ctx, tierSlug, count + 1)
  return { registry: createRegistry(ctx, body) }
}

const createOnly: Handler<'registries_legacy_create'> = ({ body }, ctx) => {
  if (listRegistries(ctx).length > 0) throw unprocessable('user already has a registry')
  assertNameFree(ctx, body.name)
  assertServed(body.region, singleRegistryRegions)
  setPlan(ctx, body.subscription_tier_slug)
  return { registry: withPlan(ctx, createRegistry(ctx, body)) }
}

/** @throws Failure 422 */
function assertServed(region: string | undefined, servedRegions: readonly string[]): void {
  if (region !== undefined && !servedRegions.includes(region)) throw unprocessable(`region: must be one of ${servedRegions.join(', ')}`)
}

type NewRegistry = Call<'registries_create' | 'registries_legacy_create'>['body']

function createRegistry({ engine, clock }: AccountContext, { name, region }: NewRegistry): Kinds['Registry'] {
  return engine.create('Registry', {
    storage_usage_bytes: 0,
    name,
    storage_usage_bytes_updated_at: clock.timestamp(),
    ...(region !== undefined && { region }),
  })
}

const getOnly: Handler<'registries_legacy_get'> = (_call, ctx) => ({ registry: withPlan(ctx, requireOnlyRegistry(ctx)) })

const removeOnly: Handler<'registries_legacy_delete'> = (_call, ctx) => {
  ctx.engine.delete('Registry', requireOnlyRegistry(ctx).name)
}

const severalRegistries =
  'This API is not supported if you have created multiple registries. Please use ‘/v2/registries/{registry_name}’ instead.'

/** @throws Failure 404 without a registry, 412 with several */
function requireOnlyRegistry(ctx: AccountContext): Kinds['Registry'] {
  const [first, second] = listRegistries(ctx)
  if (!first) throw notFound()
  if (second) throw preconditionFailed(severalRegistries)
  return first
}

const checkName: Handler<'registries_validateName'> = ({ body }, ctx) => {
  assertNameFree(ctx, body.name)
}

/** @throws Failure 409 */
function assertNameFree({ engine }: AccountContext, name: string): void {
  if (takenRegistryNames.includes(name) || engine.find('Registry', name)) throw conflict('name already exists')
}

const getSubscription: Handler<'registries_subscription_get'> = (_call, ctx) => ({
  subscription: getPlan(ctx),
})

const changeSubscription: Handler<'registries_subscription_update'> = ({ body }, ctx) => {
  getPlan(ctx)
  return { subscription: changePlan(ctx, body.tier_slug) }
}

function listOptions(ctx: AccountContext, regions: readonly string[]) {
  const tiers = registryTiers.map((tier) => {
    const reasons = listObstacles(ctx, tier)
    return { ...tier, eligible: reasons.length === 0, eligibility_reasons: reasons }
  })
  return { options: { available_regions: regions, subscription_tiers: tiers } }
}

const getCredentials: Handler<'registries_getDockerCredentials'> = (call, ctx) => {
  ctx.engine.get('Registry', call.path.registry_name)
  return formatCredentials(call, ctx)
}

const getAllCredentials: Handler<'registries_legacy_getDockerCredentials'> = (call, ctx) => {
  if (listRegistries(ctx).length === 0) throw notFound()
  return formatCredentials(call, ctx)
}

type Credentials = 'registries_getDockerCredentials' | 'registries_legacy_getDockerCredentials'

/** Creates a Docker config file. Its token is limited to registries, has no more rights than the caller's token, and can be revoked. */
function formatCredentials({ query, caller }: Pick<Call<Credentials>, 'query' | 'caller'>, ctx: AccountContext) {
  const { engine, ids, clock, owner, platform } = ctx
  const { expiry_seconds: seconds = 0, read_write: wantsWrite = false } = query
  const canWrite = wantsWrite && caller?.canWrite === true
  const scopes = canWrite ? ['registry:read', 'registry:create', 'registry:update', 'registry:delete'] : ['registry:read']
  const [account] = engine.list('Account')
  const token = `dop_v1_${ids.hex(64)}`
  platform.tokens.add(token, {
    kind: 'personal',
    account: owner.account,
    canWrite,
    scopes: scopes.filter((scope) => caller?.scopes?.includes(scope) ?? true),
    ...(seconds > 0 && { expiresAt: clock.now() + seconds * 1000 }),
  })
  const auth = Buffer.from(`${account?.email}:${token}`).toString('base64')
  return { auths: { [registryHost]: { auth } } }
}

export const handlers = {
  registries_list: list,
  registries_create: create,
  registries_validateName: checkName,
  registries_subscription_get: getSubscription,
  registries_subscription_update: changeSubscription,
  registries_options_list: (_call, ctx) => listOptions(ctx, registryRegions),
  registries_getDockerCredentials: getCredentials,
  // Paths for accounts with exactly one registry.
  registries_legacy_get: getOnly,
  registries_legacy_create: createOnly,
  registries_legacy_delete: removeOnly,
  registries_legacy_options_list: (_call, ctx) => listOptions(ctx, singleRegistryRegions),
  registries_legacy_getDockerCredentials: getAllCredentials,
} satisfies Handlers
