import type { Call } from '../../engine/call.ts'
import { unprocessable } from '../../engine/failure.ts'
import type { HooksByKind, ResourceHooks } from '../../engine/hooks.ts'
import type { AccountContext } from '../../engine/account-context.ts'
import type { Kinds, Operations } from '../../generated/types.ts'

type SpacesKey = Kinds['SpacesKey']

declare module '../../engine/kinds.ts' {
  interface Hidden {
    /** Secret of the key, for the service that checks signatures. */
    SpacesKey: { secret: string }
  }
}

type Request = Operations['spacesKeys_replace' | 'spacesKeys_update']['body']

/** @throws Failure 422 */
function parseGrants(requestedGrants: Request['grants']): SpacesKey['grants'] {
  const grants = (requestedGrants ?? []).map(({ bucket, permission }) => ({ bucket, permission }))
  for (const [index, { bucket, permission }] of grants.entries()) {
    const isFull = permission === 'fullaccess'
    if (isFull && bucket !== '') throw unprocessable(`grants.${index}.bucket: fullaccess is for all buckets, so none can be named.`)
    if (isFull && grants.length > 1) throw unprocessable(`grants.${index}.permission: fullaccess cannot be combined with other grants.`)
    if (!isFull && permission !== '' && bucket === '') throw unprocessable(`grants.${index}.bucket: must be given for ${permission}.`)
  }
  return grants
}

/** Generates a key id of twenty capital letters and digits, like the platform's. */
function createAccessKey({ ids }: AccountContext): string {
  return `DO00${ids.hex(16).toUpperCase()}`
}

function createSecret({ ids }: AccountContext): string {
  return Buffer.from(ids.hex(66), 'hex').toString('base64').replaceAll('/', '+').slice(0, 43)
}

const spacesKey: ResourceHooks<'SpacesKey'> = {
  listQuery: ({ query }: Call<'spacesKeys_list'>, { engine }) => {
    const { name, bucket, permission, sort = 'created_at', sort_direction: direction = 'desc' } = query
    const keys = engine
      .list('SpacesKey', { order: 'oldest' })
      .filter((key) => !name || key.name === name)
      .filter(({ grants }) => !bucket || grants.some((grant) => grant.bucket === bucket))
      .filter(({ grants }) => !permission || grants.some((grant) => grant.permission === permission))
    if (sort === 'name') keys.sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)))
    return { values: direction === 'desc' ? keys.toReversed() : keys }
  },
  parseCreate: ({ body: { name, grants } }: Call<'spacesKeys_create'>, ctx) => {
    const id = createAccessKey(ctx)
    return { fields: { name, grants: parseGrants(grants) }, id, hidden: { secret: createSecret(ctx) } }
  },
  envelope: {
    // Only this response has the secret.
    spacesKeys_create: ({ value, key }, { engine }) => ({ key: { ...value, secret_key: engine.getHidden('SpacesKey', key).secret } }),
    // Clients read it here, as in lists.
    spacesKeys_get: ({ value }) => ({ keys: [value] }),
  },
  parseUpdate: ({ body: { name, grants }, operation }: Call<'spacesKeys_replace' | 'spacesKeys_update'>) => ({
    fields: { name, ...((operation.method === 'PUT' || grants) && { grants: parseGrants(grants) }) },
  }),
}

export const hooks: HooksByKind = { SpacesKey: spacesKey }
