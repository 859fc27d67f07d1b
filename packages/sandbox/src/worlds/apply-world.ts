/** Creates the content of a custom world in an existing empty account. */
import { hashSecret } from '../auth/hash-secret.ts'
import { hashPassword } from '../auth/passwords.ts'
import { getPasswordHash, unusablePasswordHash } from '../auth/authenticate-user.ts'
import { derivePasswordSalt } from '../auth/users.ts'
import { createApplicationWithHash, createUserWithHash, parseText } from '../control/account-handlers.ts'
import { setClock } from '../control/clock-handlers.ts'
import { setLimits } from '../control/limit-handlers.ts'
import { parseFault } from '../control/parse-fault.ts'
import { parseNewToken } from '../control/token-handlers.ts'
import type { Dependencies } from '../dependencies.ts'
import { Failure, unprocessable } from '../engine/failure.ts'
import { isRecord, type Value } from '../engine/values.ts'
import type { Platform } from '../engine/account-context.ts'
import { createResources } from './create-resources.ts'
import { runSteps } from './run-steps.ts'
import type { WorldDefinition } from './world-definition.ts'
import { type Path, WorldError } from './world-error.ts'
import { ownerAccountId } from '../catalog/owner.ts'

/** Freezes the clock at the initial time of a world. @throws WorldError */
export function applyClock({ clock }: WorldDefinition, dependencies: Dependencies): void {
  const now = typeof clock === 'object' ? clock.now : clock
  dependencies.clock.freeze(true)
  if (now !== undefined) locateErrors(['clock'], clock, () => setClock({ now }, dependencies))
}

/** @param world a world validated by `checkWorld` @throws WorldError */
export function applyWorld(world: WorldDefinition, dependencies: Dependencies): void {
  const { clock, platform, faults } = dependencies
  if (world.limits) locateErrors(['limits'], world.limits, () => setLimits(platform.contextFor(ownerAccountId), { ...world.limits }))
  createEach('users', world, (user) => void createUserWithHash(user, platform, (email) => parsePassword(user, email, dependencies)))
  createEach('applications', world, (application) => {
    const secret = findHash(application, 'client_secret') ?? platform.ids.hex(64)
    createApplicationWithHash(
      application,
      platform,
      secret,
      application['client_id'] === undefined ? undefined : parseText(application, 'client_id'),
    )
  })
  createEach('tokens', world, (token) =>
    platform.tokens.addHash(findHash(token, 'token') ?? platform.ids.hex(64), parseNewToken(token, platform)),
  )
  platform.ids.reserve(listNumbers(world))
  const resolve = dependencies.withInstantActions(() => createResources(world, dependencies))
  runSteps(world.steps ?? [], resolve, dependencies)
  createEach('faults', world, (fault) => faults.add(parseFault(fault)))
  clock.freeze(typeof world.clock === 'object' && world.clock.frozen === true)
}

/** Lists the numeric ids in a world, which no other object may get. */
function listNumbers(value: unknown, name = ''): number[] {
  if (typeof value === 'number') return name === 'id' || name === 'ids' ? [value] : []
  if (Array.isArray(value)) return value.flatMap((item: unknown) => listNumbers(item, name))
  return isRecord(value) ? Object.entries(value).flatMap(([field, inner]) => listNumbers(inner, name === 'ids' ? name : field)) : []
}

type ListName = 'users' | 'applications' | 'tokens' | 'faults'

function createEach(name: ListName, world: WorldDefinition, create: (item: Value) => void): void {
  // An empty list may be null in YAML.
  for (const [n, item] of (world[name] ?? []).entries()) locateErrors([name, n], item, () => create({ ...item }))
}

/** Converts a failure of `work` to an error with its path in the world. */
function locateErrors(path: Path, value: unknown, work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const [prefix = '', field = ''] = /^([\w$]+): /.exec(error.message) ?? []
    const isThere = isRecord(value) && Object.hasOwn(value, field)
    throw new WorldError(isThere ? [...path, field] : path, isThere ? error.message.slice(prefix.length) : error.message, { cause: error })
  }
}

function parsePassword(user: Value, email: string, { platform }: Dependencies): string {
  const { password_hash: hash } = user
  if (user['password'] !== undefined) return hashPassword(parseText(user, 'password'), derivePasswordSalt(email, platform))
  if (hash === undefined) return unusablePasswordHash
  if (typeof hash === 'string' && /^scrypt\$\d{1,6}\$[0-9a-f]*\$[0-9a-f]{64}$/.test(hash)) return hash
  throw unprocessable('password_hash: must be a scrypt hash, like "scrypt$15$…$…".')
}

/** Returns the hash of a secret that the world contains in plain text or as a hash. */
function findHash(item: Value, field: 'token' | 'client_secret'): string | undefined {
  const { [field]: secret, [`${field}_hash`]: hash } = item
  if (secret !== undefined) {
    if (typeof secret !== 'string' || !/^[\x21-\x7e]{16,255}$/.test(secret))
      throw unprocessable(`${field}: must be 16 to 255 letters, digits and signs, without spaces.`)
    return hashSecret(secret)
  }
  if (hash === undefined) return undefined
  if (typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash)) return hash
  throw unprocessable(`${field}_hash: must be the SHA-256 of it, as 64 hexadecimal digits.`)
}

/** Replaces the secrets of a world by their hashes. */
export function storeHashes(world: WorldDefinition, platform: Platform): WorldDefinition {
  return {
    ...world,
    ...(world.users && {
      users: world.users.map(({ password, ...user }) =>
        password === undefined ? user : { ...user, password_hash: getPasswordHash(platform, user.email) },
      ),
    }),
    ...(world.tokens && {
      tokens: world.tokens.map(({ token, ...rest }) => (token === undefined ? rest : { ...rest, token_hash: hashSecret(token) })),
    }),
    ...(world.applications && {
      applications: world.applications.map(({ client_secret: secret, ...rest }) =>
        secret === undefined ? rest : { ...rest, client_secret_hash: hashSecret(secret) },
      ),
    }),
  }
}
