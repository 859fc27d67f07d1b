/** One platform at three points of the story, and everything that is needed to ask it about any operation. */
import { loadSpecification, type OperationEntry } from '../../load-specification.ts'
import { createSchemaValidator, type SchemaValidator } from '../../schema-validator.ts'
import { type Ask, read } from '../open-connections.ts'
import { type Pair, signIn } from '../races/sign-in.ts'
import { type Cast, createCast } from './cast.ts'
import { createDrawValue, type DrawValue } from './draw-value.ts'
import { findPaths, type PathValues } from './find-paths.ts'
import { type Keys, openPlatform, type Platform, type PlatformOptions } from './open-platform.ts'
import { createOpenSchema, type OpenSchema } from './open-schema.ts'
import { playChanges, playCreations, type Told } from './populate.ts'

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
  /** What was answered while the story was played. */
  readonly told: readonly Told[]
  /** What the parameters of the operation's path can be: as in its example first, then whatever there is. Never none. */
  readonly placesOf: (entry: OperationEntry) => readonly PathValues[]
  /** The points of the story at which one can be made: before the first, where that was kept, and when everything is made. */
  readonly chaptersOf: (entry: OperationEntry) => readonly string[]
  readonly toolsOf: (entry: OperationEntry) => Tools
  /** Of somebody else, whose account has nothing. */
  readonly stranger: Keys
  /** OAuth tokens that were good once. */
  readonly expired: string
  readonly revoked: string
  readonly close: () => void
}

export interface WorldOptions extends PlatformOptions {
  /** Whether the story is kept as it was before the first of each kind was made. */
  readonly keepsBeginnings?: boolean
}

export async function createWorld({ keepsBeginnings = false, ...options }: WorldOptions): Promise<World> {
  const { model, entries } = loadSpecification()
  const platform = await openPlatform(options)
  const cast = createCast()
  const { expired, revoked } = await spendTokens(platform)
  await learnGrants(platform, cast)
  const stranger = await addStranger(platform)
  await platform.save('empty' satisfies Chapter)
  const told: Told[] = []
  const made = new Set<string>()
  const tell = (each: Told) => {
    told.push(each)
    if (each.answer.status < 300) made.add(each.entry.operation.id)
  }
  const kept = new Map<string, string>()
  const before = async ({ operation: { id, effect } }: OperationEntry) => {
    if (effect?.kind !== 'creates' || made.has(id)) return
    kept.set(id, `before-${id}`)
    await platform.save(`before-${id}`)
  }
  const stage = { platform, cast, tell, ...(keepsBeginnings && { before }) }
  await playCreations(entries, stage)
  await platform.save('made' satisfies Chapter)
  await playChanges(entries, stage)
  await platform.save('lived' satisfies Chapter)
  const paths = await findPaths(entries, platform)
  const tools = new Map(
    model.apis.map((api): [string, Tools] => {
      const open = createOpenSchema(api)
      return [api.name, { open, validator: createSchemaValidator(api), drawValue: createDrawValue(open, cast) }]
    }),
  )
  const toolsOf = ({ api }: OperationEntry): Tools => {
    const own = tools.get(api.name)
    if (!own) throw new Error(`The specification has no API ${api.name}.`)
    return own
  }
  return {
    entries,
    platform,
    cast,
    told,
    placesOf: (entry) => {
      const parameters = entry.operation.parameters.filter((each) => each.in === 'path')
      const { validate } = toolsOf(entry).validator
      // Another operation of the same path may know its things by another kind of id.
      const fits = (values: PathValues) => parameters.every(({ name, schema }) => validate(schema, values[name]).length === 0)
      const shown = Object.fromEntries(parameters.map(({ name, example }) => [name, cast.play(example)]))
      return [shown, ...(paths.get(entry.operation.path) ?? []).filter(fits)]
    },
    chaptersOf: ({ operation: { id } }) => [
      ...(kept.has(id) ? [kept.get(id) ?? ''] : []),
      ...(['made', 'lived', 'empty'] satisfies Chapter[]),
    ],
    toolsOf,
    stranger,
    expired,
    revoked,
    close: platform.close,
  }
}

async function addStranger({ control }: Platform): Promise<Keys> {
  const { text } = await control('users', { email: 'ana@harbour.example', password: 'harbour-password-1' })
  const { tokens, inference_key: inference } = JSON.parse(text) as {
    readonly tokens: Omit<Keys, 'inference'>
    readonly inference_key: string
  }
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

/** The application of the examples is the registered one, and what its user granted it is unspent on the first day. */
async function learnGrants(platform: Platform, cast: Cast): Promise<void> {
  const { client_id: id, client_secret: secret, redirect_uri: address } = platform.credentials.oauth
  const { code, pair } = await signIn(askOf(platform), platform.credentials)
  const { access_token: access, refresh_token: refresh } = await pair()
  cast.set('c5a3f1d200000000000000000000000000000000000000000000000000000001', id)
  cast.set('0f3a9b6c00000000000000000000000000000000000000000000000000000003', secret)
  cast.set('https://tidewater.example/oauth/callback', address)
  cast.set('0b7c4f5e00000000000000000000000000000000000000000000000000000002', await code())
  cast.set(`dor_v1_${'4'.padStart(64, '0')}`, refresh)
  cast.set(`doo_v1_${'5'.padStart(64, '0')}`, access)
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
