/** Secrets, unique by name and region. The stored object is what lists return; the values are encrypted in its hidden fields. */
import type { Handler } from '../../engine/call.ts'
import { conflict, notFound, unprocessable } from '../../engine/failure.ts'
import { answerValues } from '../../engine/pages.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds } from '../../generated/types.ts'
import { scheduleAfter } from '../../shared/schedule-job.ts'
import { requireRegion } from '../../shared/require-region.ts'
import { seal, unseal, type Values } from './sealed-values.ts'
import type { Handlers, Jobs } from '../family.ts'

type Secret = Kinds['Secret']

declare module '../../engine/kinds.ts' {
  interface Hidden {
    Secret: {
      sealed: string
      /** Newest first. */
      versions: readonly Kinds['SecretVersion'][]
    }
  }
}

const maxSecretsPerRegion = 500

const maxVersions = 100

const secondsToPurge = 7 * 86_400

type Place = Pick<Secret, 'secret' | 'region'>

/** A name may exist in every region. */
const idOf = ({ secret, region }: Place) => `${region}/${secret}`

const aboutOf = ({ owner }: AccountContext, location: Place) => `${owner.account}/${idOf(location)}`

const formatVersion = ({ secret, region, version }: Secret) => ({ name: secret, region, version })

/** @throws Failure 404, 422 without a region if several regions have the name */
function requireSecret({ engine }: AccountContext, name: string, region: string | undefined): Secret {
  const condition = { field: 'secret', equals: name } as const
  const found = engine.list('Secret', { where: region === undefined ? [condition] : [condition, { field: 'region', equals: region }] })
  const [secret, other] = found
  if (!secret) throw notFound()
  if (other) throw unprocessable(`region: must be given, as ${found.map((each) => each.region).join(', ')} have a secret of this name.`)
  return secret
}

const create: Handler<'secrets_create'> = ({ body: { name, region, values } }, ctx) => {
  const { engine } = ctx
  requireRegion(ctx, region)
  const id = idOf({ secret: name, region })
  const before = engine.find('Secret', id)
  if (before?.delete_requested_at) throw conflict(`${region} has a deleted secret of this name, which can be restored.`)
  if (before) throw conflict(`${region} has a secret of this name.`)
  if (engine.count('Secret', { where: [{ field: 'region', equals: region }] }) >= maxSecretsPerRegion)
    throw unprocessable(`region: ${region} has ${maxSecretsPerRegion} secrets, which is its limit.`)
  engine.create('Secret', { version: 1, delete_requested_at: null, region }, { id })
  return formatVersion(saveVersion(ctx, { secret: name, region }, 1, values))
}

function saveVersion(ctx: AccountContext, location: Place, version: number, values: Values): Secret {
  const { engine, clock, platform } = ctx
  const id = idOf(location)
  const timestamp = clock.timestamp()
  const { versions = [] } = engine.getHidden('Secret', id)
  engine.setHidden('Secret', id, {
    sealed: seal(platform, aboutOf(ctx, location), values),
    versions: [{ version, created_at: timestamp, updated_at: timestamp }, ...versions].slice(0, maxVersions),
  })
  return engine.setFields('Secret', id, { secret: location.secret, version, updated_at: timestamp })
}

const get: Handler<'secrets_get'> = ({ path, query }, ctx) => {
  const secret = requireSecret(ctx, path.name, query.region)
  if (secret.delete_requested_at !== null) return secret
  const { sealed } = ctx.engine.getHidden('Secret', idOf(secret))
  return { ...secret, values: unseal(ctx.platform, aboutOf(ctx, secret), sealed) }
}

const update: Handler<'secrets_update'> = ({ path, body: { region, version, values } }, ctx) => {
  const secret = requireSecret(ctx, path.name, region)
  if (secret.delete_requested_at !== null) throw conflict('The secret is deleted. Restore it first.')
  if (secret.version !== version) throw conflict(`version: the secret has version ${secret.version} by now. Read it again.`)
  return formatVersion(saveVersion(ctx, secret, version + 1, values))
}

const remove: Handler<'secrets_delete'> = ({ path, query }, ctx) => {
  const secret = requireSecret(ctx, path.name, query.region)
  if (secret.delete_requested_at !== null) throw conflict('The secret is deleted already.')
  const at = ctx.clock.timestamp()
  ctx.engine.setFields('Secret', idOf(secret), { delete_requested_at: at })
  scheduleAfter(ctx, secondsToPurge, 'secrets.purge', { secret: secret.secret, region: secret.region, at } satisfies Purge)
}

interface Purge extends Place {
  /** Time of deletion: the secret may have been restored and deleted again since then. */
  readonly at: string
}

function purgeSecret({ at, ...location }: Purge, { engine }: AccountContext): void {
  const id = idOf(location)
  if (engine.find('Secret', id)?.delete_requested_at === at) engine.delete('Secret', id)
}

const restoreSecret: Handler<'secrets_restore'> = ({ path, query }, ctx) => {
  const secret = requireSecret(ctx, path.name, query.region)
  if (secret.delete_requested_at === null) throw conflict('The secret is not deleted.')
  return formatVersion(ctx.engine.setFields('Secret', idOf(secret), { delete_requested_at: null }))
}

export const handlers = {
  secrets_create: create,
  secrets_get: get,
  secrets_update: update,
  secrets_delete: remove,
  secrets_restore: restoreSecret,
  secrets_versions_list: (call, ctx) => {
    const secret = requireSecret(ctx, call.path.name, call.query.region)
    return answerValues(call, 'versions', ctx.engine.getHidden('Secret', idOf(secret)).versions)
  },
} satisfies Handlers

export const jobs: Jobs = { 'secrets.purge': purgeSecret }
