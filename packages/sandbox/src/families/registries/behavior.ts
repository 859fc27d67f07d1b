/** Container registries, at both addresses: `/v2/registry` is `/v2/registries` for accounts that have exactly one. */
import {
  mostRegistries,
  registryHost,
  registryRegions,
  registryTiers,
  singleRegistryRegions,
  takenRegistryNames,
  tierOfSeveral,
} from '../../catalogue/registries.ts'
import type { Behavior, Call, Reply } from '../../engine/call.ts'
import { conflict, notFound, preconditionFailed, unprocessable } from '../../engine/failure.ts'
import { replyValues } from '../../engine/pages.ts'
import { readBody } from '../../engine/serve.ts'
import type { Value } from '../../engine/values.ts'
import type { World } from '../../engine/world.ts'
import { type FamilyBehavior, joinParts } from '../family.ts'
import { registryGarbageCollections } from './garbage-collections.behavior.ts'
import { registryRepositories } from './repositories.behavior.ts'
import { disconnectAll } from '../kubernetes/index.ts'
import { changePlan, endPlan, findPlan, getPlan, listRegistries, obstaclesTo, registryKey, setPlan } from './plan.ts'

const withPlan = (world: World, registry: Value): Value => ({ ...registry, subscription: getPlan(world) })

const list: Behavior = (call, world) =>
  replyValues(
    call,
    'registries',
    listRegistries(world).map((registry) => withPlan(world, registry)),
  )

const create: Behavior = (call, world) => {
  const body = readBody(call)
  const count = listRegistries(world).length
  const asked = body['subscription_tier_slug'] as string | undefined
  if (count >= mostRegistries) throw preconditionFailed(`The account already has ${mostRegistries} registries.`)
  if (count > 0 && (asked ?? findPlan(world)?.tier.slug) !== tierOfSeveral)
    throw preconditionFailed('More than one registry needs the professional plan.')
  assertNameFree(world, body['name'])
  if (count === 0) setPlan(world, asked ?? 'starter')
  else if (asked !== undefined) changePlan(world, asked, count + 1)
  return { body: JSON.stringify({ registry: make(world, body) }) }
}

const createOnly: Behavior = (call, world) => {
  const body = readBody(call)
  if (listRegistries(world).length > 0) throw unprocessable('user already has a registry')
  assertNameFree(world, body['name'])
  setPlan(world, String(body['subscription_tier_slug']))
  return { body: JSON.stringify({ registry: withPlan(world, make(world, body)) }) }
}

function make({ engine, clock }: World, { name, region }: Value): Value {
  return engine.create('Registry', { name, storage_usage_bytes_updated_at: clock.stamp(), ...(region !== undefined && { region }) })
}

const getOnly: Behavior = (_call, world) => ({ body: JSON.stringify({ registry: withPlan(world, only(world)) }) })

const remove: Behavior = (call, world) => {
  removeRegistry(world, world.engine.get(registryKey(call.path['registry_name'])))
  return {}
}

const removeOnly: Behavior = (_call, world) => {
  removeRegistry(world, only(world))
  return {}
}

function removeRegistry(world: World, { name }: Value): void {
  world.engine.remove(registryKey(name))
  disconnectAll(world, String(name))
  if (listRegistries(world).length === 0) endPlan(world)
}

const severalRegistries =
  'This API is not supported if you have created multiple registries. Please use ‘/v2/registries/{registry_name}’ instead.'

/** @throws Failure 404 without any, 412 with several */
function only(world: World): Value {
  const [first, second] = listRegistries(world)
  if (!first) throw notFound()
  if (second) throw preconditionFailed(severalRegistries)
  return first
}

const checkName: Behavior = (call, world) => {
  assertNameFree(world, readBody(call)['name'])
  return {}
}

/** @throws Failure 409 */
function assertNameFree({ engine }: World, name: unknown): void {
  if (takenRegistryNames.includes(String(name)) || engine.find(registryKey(name))) throw conflict('name already exists')
}

const getSubscription: Behavior = (_call, world) => ({ body: JSON.stringify({ subscription: getPlan(world) }) })

const changeSubscription: Behavior = (call, world) => {
  getPlan(world)
  return { body: JSON.stringify({ subscription: changePlan(world, String(readBody(call)['tier_slug'])) }) }
}

const listOptions =
  (regions: readonly string[]): Behavior =>
  (_call, world) => {
    const tiers = registryTiers.map((tier) => {
      const reasons = obstaclesTo(world, tier)
      return { ...tier, eligible: reasons.length === 0, eligibility_reasons: reasons }
    })
    return { body: JSON.stringify({ options: { available_regions: regions, subscription_tiers: tiers } }) }
  }

const getCredentials: Behavior = (call, world) => {
  world.engine.text(registryKey(call.path['registry_name']))
  return writeCredentials(call, world)
}

const getAllCredentials: Behavior = (call, world) => {
  if (listRegistries(world).length === 0) throw notFound()
  return writeCredentials(call, world)
}

/** In the form of Docker's own file. The token is for registries alone, may do no more than the one it was asked with, and can be revoked by whoever has it. */
function writeCredentials({ query, caller }: Call, { engine, ids, clock, owner, platform }: World): Reply {
  const { expiry_seconds: seconds = 0, read_write: wantsWrite = false } = query
  const canWrite = wantsWrite === true && caller?.canWrite === true
  const scopes = canWrite ? ['registry:read', 'registry:create', 'registry:update', 'registry:delete'] : ['registry:read']
  const [account] = engine.all({ kind: 'Account' })
  const token = `dop_v1_${ids.hex(64)}`
  platform.tokens.add(token, {
    kind: 'personal',
    account: owner.account,
    canWrite,
    scopes: scopes.filter((scope) => caller?.scopes?.includes(scope) ?? true),
    ...(Number(seconds) > 0 && { expiresAt: clock.now() + Number(seconds) * 1000 }),
  })
  const auth = Buffer.from(`${String(account?.['email'])}:${token}`).toString('base64')
  return { body: JSON.stringify({ auths: { [registryHost]: { auth } } }) }
}

/** For accounts that have exactly one. */
export const onlyRegistry: NonNullable<FamilyBehavior['operations']> = {
  registry_get: getOnly,
  registry_create: createOnly,
  registry_delete: removeOnly,
  registry_validate_name: checkName,
  registry_get_subscription: getSubscription,
  registry_update_subscription: changeSubscription,
  registry_list_options: listOptions(singleRegistryRegions),
  registry_get_docker_credentials: getAllCredentials,
}

const own: FamilyBehavior = {
  operations: {
    registries_list: list,
    registries_create: create,
    registries_delete: remove,
    registries_validate_name: checkName,
    registries_get_subscription: getSubscription,
    registries_update_subscription: changeSubscription,
    registries_list_options: listOptions(registryRegions),
    registries_get_docker_credentials: getCredentials,
  },
}

export const registries = joinParts(own, registryGarbageCollections, registryRepositories)
