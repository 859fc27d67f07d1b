/** One platform at three points of the story, and everything that is needed to ask it about any operation. */
import { loadSpecification, type OperationEntry } from '../../load-specification.ts'
import { createSchemaValidator, type SchemaValidator } from '../../schema-validator.ts'
import { type Ask, read } from '../open-connections.ts'
import { type Pair, signIn } from '../races/sign-in.ts'
import { type Cast, createCast } from './cast.ts'
import { createDrawValue, type DrawValue } from './draw-value.ts'
import { findPaths, type Paths } from './find-paths.ts'
import { type Fetch, type Keys, openPlatform, type Platform } from './open-platform.ts'
import { createOpenSchema, type OpenSchema } from './open-schema.ts'
import { playChanges, playCreations } from './populate.ts'

/** The first day, after everything was made, and after everything was changed. */
export const chapters = ['empty', 'made', 'lived'] as const
export type Chapter = (typeof chapters)[number]

export interface Tools {
  readonly open: OpenSchema
  readonly validator: SchemaValidator
  readonly drawValue: DrawValue
}

export interface World {
  readonly entries: readonly OperationEntry[]
  readonly platform: Platform
  readonly cast: Cast
  readonly paths: Paths
  readonly toolsOf: (entry: OperationEntry) => Tools
  /** Of somebody else, whose account has nothing. */
  readonly stranger: Keys
  /** OAuth tokens that were good once. */
  readonly expired: string
  readonly revoked: string
  readonly close: () => void
}

export interface WorldOptions {
  readonly seed: number
  readonly wrap?: (fetch: Fetch) => Fetch
}

export async function createWorld({ seed, wrap }: WorldOptions): Promise<World> {
  const { model, entries } = loadSpecification()
  const platform = await openPlatform(seed, wrap)
  const cast = createCast()
  const { expired, revoked } = await spendTokens(platform)
  const stranger = await addStranger(platform)
  await platform.save('empty' satisfies Chapter)
  await playCreations(entries, platform, cast)
  await platform.save('made' satisfies Chapter)
  await playChanges(entries, platform, cast)
  await platform.save('lived' satisfies Chapter)
  const paths = await findPaths(entries, platform, cast)
  const tools = new Map(
    model.apis.map((api): [string, Tools] => {
      const open = createOpenSchema(api)
      return [api.name, { open, validator: createSchemaValidator(api), drawValue: createDrawValue(open, cast) }]
    }),
  )
  return {
    entries,
    platform,
    cast,
    paths,
    toolsOf: ({ api }) => {
      const own = tools.get(api.name)
      if (!own) throw new Error(`The specification has no API ${api.name}.`)
      return own
    },
    stranger,
    expired,
    revoked,
    close: platform.close,
  }
}

async function addStranger({ control }: Platform): Promise<Keys> {
  const { text } = await control('users', { email: 'ana@harbour.example', password: 'harbour-password-1' })
  const { tokens, inference_key: inference } = JSON.parse(text) as { readonly tokens: Omit<Keys, 'inference'>; readonly inference_key: string }
  return { ...tokens, inference }
}

/** One pair that is a month old when the story begins, and one that was given back. */
async function spendTokens(platform: Platform): Promise<{ readonly expired: string; readonly revoked: string }> {
  const ask = askOf(platform)
  await platform.control('clock', { now: '2026-01-15T09:00:00Z' })
  const { access_token: expired } = await getPair(ask, platform)
  await platform.control('clock', { now: '2026-03-02T09:00:00Z' })
  const { access_token: revoked } = await getPair(ask, platform)
  read(await ask({ method: 'POST', path: '/v1/oauth/revoke', form: { token: revoked }, token: revoked }))
  return { expired, revoked }
}

async function getPair(ask: Ask, { credentials }: Platform): Promise<Pair> {
  const { pair } = await signIn(ask, credentials)
  return pair()
}

/** The same way of asking that others have over connections. */
function askOf({ send }: Platform): Ask {
  return async ({ method, path, body, form, headers = {}, token = '' }) => {
    const payload = form ? new URLSearchParams(form).toString() : body === undefined ? undefined : JSON.stringify(body)
    const answer = await send({
      method,
      path,
      headers: {
        ...headers,
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...(payload !== undefined && { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' }),
      },
      ...(payload !== undefined && { body: payload }),
    })
    const cookies = answer.headers.getSetCookie()
    return { status: answer.status, text: answer.text, headers: { ...Object.fromEntries(answer.headers), 'set-cookie': cookies } }
  }
}
