/** The world of the examples at three points of time, and everything that is needed to ask it about any operation. */
import type { Api } from '../../../../../generators/model/api-model.ts'
import { loadSpecification, type OperationEntry } from '../../load-specification.ts'
import { createSchemaValidator, type SchemaValidator } from '../../schema-validator.ts'
import { fixtures, standing } from '../../fixtures/fixtures.ts'
import type { IdMap } from '../../fixtures/id-map.ts'
import { type Keys, prepareSandbox } from '../../fixtures/fixture-sandbox.ts'
import { preconditions } from '../../fixtures/preconditions.ts'
import { exampleReplyOf, findStep, preconditionOf, type Step, stepsOf, succeeded, titleOf } from '../../fixtures/steps.ts'
import { FixtureBuilder, type WorldServer } from '../../fixtures/fixture-builder.ts'
import { type Ask, read } from '../http-client.ts'
import { type Pair, signIn } from '../races/sign-in.ts'
import { createDrawValue, type DrawValue } from './value-generator.ts'
import { findPaths, type PathValues } from './find-paths.ts'
import { type Answer, openPlatform, type Platform, type PlatformOptions, type Sent } from './test-sandbox.ts'
import { createOpenSchema, type OpenSchema } from './resolve-schema.ts'
import { uploadWhere } from './upload-files.ts'
import { authorize, emptyDraft, formatRequest } from './format-request.ts'

/** The first day, after everything was made, and after everything was changed. */
export const moments = ['empty', 'made', 'changed'] as const
export type Moment = (typeof moments)[number]

export interface Tools {
  readonly open: OpenSchema
  readonly validator: SchemaValidator
  /** Takes what is not known yet where values grow, as whoever is asked must. */
  readonly requests: SchemaValidator
  readonly drawValue: DrawValue
}

/** What was sent while the world was made, and what was answered. */
export interface Exchange {
  readonly entry: OperationEntry
  readonly sent: Sent
  readonly answer: Answer
}

export interface World extends AsyncDisposable {
  readonly entries: readonly OperationEntry[]
  readonly platform: Platform
  readonly ids: IdMap
  readonly exchanges: readonly Exchange[]
  /** What the parameters of the operation's path can be: as in its example first, then whatever there is. Never none. */
  readonly placesOf: (entry: OperationEntry) => readonly PathValues[]
  /** The moments at which one can be made: before the first was, and those of every world. */
  readonly momentsOf: (entry: OperationEntry) => readonly string[]
  readonly toolsOf: (entry: OperationEntry) => Tools
  /** Of somebody else, whose account has nothing. */
  readonly stranger: Keys
  /** OAuth tokens that were good once. */
  readonly expired: string
  readonly revoked: string
}

export async function createWorld(options: PlatformOptions): Promise<World> {
  const { model, entries } = loadSpecification()
  const platform = await openPlatform(options)
  const { expired, revoked } = await spendTokens(platform)
  // What is drawn is refused for what it is, and not for how much there is already.
  await platform.control('limits', { droplets: 1_000 })
  const { server, known, guest } = await prepareSandbox(platform.sandbox)
  const exchanges: Exchange[] = []
  const recorded = { ...server, face: recordInto(exchanges, platform) }
  const builder = new FixtureBuilder({ entries, server: recorded, preconditions, known, onAnswer: () => undefined })
  const { ids } = builder
  ids.put(await readGrants(platform))
  // A file that was uploaded is used once, and what comes next uploads its own.
  const unused = (await server.pastApi['upload']?.()) ?? new Map<string, string>()
  await platform.save('empty' satisfies Moment)
  await builder.createFixtures(fixtures)
  await builder.createTheRest(standing)
  await createMore(builder, entries)
  await platform.save('made' satisfies Moment)
  await changeAll(builder, entries)
  // Backups are taken, and an invoice is written.
  await platform.advance(31 * day)
  await builder.readAll()
  ids.put(unused)
  await platform.save('changed' satisfies Moment)
  const paths = await findPaths(entries, platform)
  const tools = new Map(model.apis.map((api) => [api.name, createTools(api, ids)]))
  const toolsOf = ({ api }: OperationEntry): Tools => {
    const own = tools.get(api.name)
    if (!own) throw new Error(`The specification has no API ${api.name}.`)
    return own
  }
  return {
    entries,
    platform,
    ids,
    exchanges,
    placesOf: (entry) => {
      const parameters = entry.operation.parameters.filter((each) => each.in === 'path')
      const { validate } = toolsOf(entry).validator
      // Another operation of the same path may know its things by another kind of id.
      const fits = (values: PathValues) => parameters.every(({ name, schema }) => validate(schema, values[name]).length === 0)
      const shown = Object.fromEntries(parameters.map(({ name, example }) => [name, ids.translate(example)]))
      return [shown, ...(paths.get(entry.operation.path) ?? []).filter(fits)]
    },
    momentsOf: (entry) => [...builder.contextsOf({ entry }, 'made').toReversed(), ...(['changed', 'empty'] satisfies Moment[])],
    toolsOf,
    stranger: guest,
    expired,
    revoked,
    [Symbol.asyncDispose]: platform.close,
  }
}

function createTools(api: Api, ids: IdMap): Tools {
  const open = createOpenSchema(api)
  const [validator, requests] = [createSchemaValidator(api), createSchemaValidator(api, 'requests')]
  return { open, validator, requests, drawValue: createDrawValue(open, ids) }
}

const day = 86_400
/** What would take away what later calls are about. */
const destructive = /_(?:delete|cancel|remove|detach|stop|purge|revoke|decline|unassign|reset|rotate|recycle|rollback|revert|transfer)/

/** As the builder calls operations, and kept. What may be uploaded then is. */
function recordInto(exchanges: Exchange[], platform: Platform): WorldServer['face'] {
  return async (entry, request, { authorization = authorize(entry, platform.keys) } = {}) => {
    const sent = formatRequest(entry, { ...emptyDraft, ...request }, authorization)
    const answer = await platform.send(sent)
    exchanges.push({ entry, sent, answer })
    if (succeeded(answer)) await uploadWhere(answer, platform)
    return answer
  }
}

/** Things are made in every way that an example shows. */
async function createMore(builder: FixtureBuilder, entries: readonly OperationEntry[]): Promise<void> {
  const creations = entries.filter(({ operation }) => operation.effect?.kind === 'creates')
  const isThere = (entry: OperationEntry, step: Step) =>
    titleOf(step) === titleOf(findStep(standing.find((title) => title.startsWith(`${entry.operation.id}:`)) ?? entry.operation.id, entries))
  await callEach(
    builder,
    creations.flatMap((entry) => stepsOf(entry).filter((step) => !isThere(entry, step))),
  )
}

/** Everything that changes or starts something, and again what could not be done before. */
async function changeAll(builder: FixtureBuilder, entries: readonly OperationEntry[]): Promise<void> {
  const changes = entries.filter(({ operation: { id, method } }) => method !== 'get' && !destructive.test(id)).flatMap(stepsOf)
  const possible = changes.filter(
    (step) => !(preconditionOf(step, preconditions).before ?? []).some((before) => destructive.test(String(before))),
  )
  await callEach(builder, await callEach(builder, possible))
}

/** @returns those that failed */
async function callEach(builder: FixtureBuilder, steps: readonly Step[]): Promise<Step[]> {
  const failed: Step[] = []
  for (const step of steps) {
    const answer = (await builder.prepare(step)) ? await builder.call(step) : undefined
    if (answer && succeeded(answer)) builder.ids.learn(exampleReplyOf(step, answer.status), answer.body)
    else failed.push(step)
  }
  await builder.settle()
  return failed
}

/** One pair that is a month old when the world is made, and one that was given back. */
async function spendTokens(platform: Platform): Promise<{ readonly expired: string; readonly revoked: string }> {
  const ask = requestOf(platform)
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
async function readGrants(platform: Platform): Promise<ReadonlyMap<string, string>> {
  const { client_id: id, client_secret: secret, redirect_uri: address } = platform.credentials.oauth
  const { code, pair } = await signIn(requestOf(platform), platform.credentials)
  const { access_token: access, refresh_token: refresh } = await pair()
  return new Map([
    ['c5a3f1d200000000000000000000000000000000000000000000000000000001', id],
    ['0f3a9b6c00000000000000000000000000000000000000000000000000000003', secret],
    ['https://tidewater.example/oauth/callback', address],
    ['0b7c4f5e00000000000000000000000000000000000000000000000000000002', await code()],
    [`dor_v1_${'4'.padStart(64, '0')}`, refresh],
    [`doo_v1_${'5'.padStart(64, '0')}`, access],
  ])
}

/** The same way of asking that others have over connections. */
function requestOf({ send }: Platform): Ask {
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
    // Without a cookie there is no such header, as over a connection.
    const received = { ...Object.fromEntries(answer.headers), 'set-cookie': cookies.length === 0 ? undefined : cookies }
    return { status: answer.status, text: answer.text, headers: received }
  }
}
