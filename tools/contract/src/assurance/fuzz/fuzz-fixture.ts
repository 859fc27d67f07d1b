/** The objects of the examples in three snapshots, with everything needed to call any operation. */
import type { Api } from '../../../../../generators/model/api-model.ts'
import { loadSpecification, type OperationEntry } from '../../load-specification.ts'
import { createSchemaValidator, type SchemaValidator } from '../../schema-validator.ts'
import { fixtures, usualSteps } from '../../fixtures/fixtures.ts'
import type { IdMap } from '../../fixtures/id-map.ts'
import { type AccountKeys, prepareSandbox } from '../../fixtures/fixture-sandbox.ts'
import { preconditions } from '../../fixtures/preconditions.ts'
import { findExampleReply, findStep, getPrecondition, type Step, listSteps, isSuccess, formatTitle } from '../../fixtures/steps.ts'
import { FixtureBuilder, type FixtureServer } from '../../fixtures/fixture-builder.ts'
import { type SendRequest, parseBody } from '../http-client.ts'
import { type TokenPair, signIn } from '../races/sign-in.ts'
import { createValueGenerator, type GenerateValue } from './value-generator.ts'
import { findPaths, type PathValues } from './find-paths.ts'
import { type SandboxResponse, createTestSandbox, type TestSandbox, type TestSandboxOptions, type SandboxRequest } from './test-sandbox.ts'
import { createSchemaResolver, type ResolveSchema } from './resolve-schema.ts'
import { uploadFiles } from './upload-files.ts'
import { formatAuthorization, emptyDraft, formatRequest } from './format-request.ts'

/** Before the fixtures, after their creation, and after they were changed. */
export const snapshotNames = ['empty', 'made', 'changed'] as const
export type SnapshotName = (typeof snapshotNames)[number]

export interface SchemaTools {
  readonly resolve: ResolveSchema
  readonly responseValidator: SchemaValidator
  /** Accepts unknown values of open enums, as servers must. */
  readonly requestValidator: SchemaValidator
  readonly generateValue: GenerateValue
}

/** A request that created fixtures, and its response. */
export interface RecordedExchange {
  readonly entry: OperationEntry
  readonly request: SandboxRequest
  readonly response: SandboxResponse
}

export interface FuzzFixture extends AsyncDisposable {
  readonly entries: readonly OperationEntry[]
  readonly sandbox: TestSandbox
  readonly ids: IdMap
  readonly exchanges: readonly RecordedExchange[]
  /** Possible values of the path parameters: those of the example, then existing ones. Never empty. */
  readonly listPathValues: (entry: OperationEntry) => readonly PathValues[]
  /** Snapshots in which the operation may create an object. */
  readonly listSnapshots: (entry: OperationEntry) => readonly string[]
  readonly getSchemaTools: (entry: OperationEntry) => SchemaTools
  /** Keys of an account without objects. */
  readonly otherAccount: AccountKeys
  /** OAuth tokens that no longer work. */
  readonly expiredToken: string
  readonly revokedToken: string
}

export async function createFuzzFixture(options: TestSandboxOptions): Promise<FuzzFixture> {
  const { model, entries } = loadSpecification()
  const sandbox = await createTestSandbox(options)
  const { expiredToken, revokedToken } = await createInvalidTokens(sandbox)
  // Raises the quota, so that requests do not fail because of the number of objects.
  await sandbox.control('limits', { droplets: 1_000 })
  const { server, known, guest } = await prepareSandbox(sandbox.sandbox)
  const exchanges: RecordedExchange[] = []
  const recorded = { ...server, face: createRecorder(exchanges, sandbox) }
  const builder = new FixtureBuilder({ entries, server: recorded, preconditions, known, onReply: () => undefined })
  const { ids } = builder
  ids.setPairs(await readGrants(sandbox))
  // A file can be used once: later requests upload their own.
  const unused = (await server.externalEvents['upload']?.()) ?? new Map<string, string>()
  await sandbox.save('empty' satisfies SnapshotName)
  await builder.createFixtures(fixtures)
  await builder.createRemaining(usualSteps)
  await createAllExamples(builder, entries)
  await sandbox.save('made' satisfies SnapshotName)
  await changeAll(builder, entries)
  // A month later there are backups and an invoice.
  await sandbox.advance(31 * day)
  await builder.readAll()
  ids.setPairs(unused)
  await sandbox.save('changed' satisfies SnapshotName)
  const paths = await findPaths(entries, sandbox)
  const tools = new Map(model.apis.map((api) => [api.name, createTools(api, ids)]))
  const getSchemaTools = ({ api }: OperationEntry): SchemaTools => {
    const own = tools.get(api.name)
    if (!own) throw new Error(`The specification has no API ${api.name}.`)
    return own
  }
  return {
    entries,
    sandbox,
    ids,
    exchanges,
    listPathValues: (entry) => {
      const parameters = entry.operation.parameters.filter((each) => each.in === 'path')
      const { validate } = getSchemaTools(entry).responseValidator
      // Another operation of the path may use a different kind of id.
      const isValid = (values: PathValues) => parameters.every(({ name, schema }) => validate(schema, values[name]).length === 0)
      const exampleValues = Object.fromEntries(parameters.map(({ name, example }) => [name, ids.translate(example)]))
      return [exampleValues, ...(paths.get(entry.operation.path) ?? []).filter(isValid)]
    },
    listSnapshots: (entry) => [
      ...builder.listSnapshots({ entry }, 'made').toReversed(),
      ...(['changed', 'empty'] satisfies SnapshotName[]),
    ],
    getSchemaTools: getSchemaTools,
    otherAccount: guest,
    expiredToken,
    revokedToken,
    [Symbol.asyncDispose]: sandbox.close,
  }
}

function createTools(api: Api, ids: IdMap): SchemaTools {
  const resolve = createSchemaResolver(api)
  const [responseValidator, requestValidator] = [createSchemaValidator(api), createSchemaValidator(api, 'requests')]
  return {
    resolve,
    responseValidator,
    requestValidator,
    generateValue: createValueGenerator(resolve, ids),
  }
}

const day = 86_400
/** Operations that delete the objects of later calls. */
const destructive = /_(?:delete|cancel|remove|detach|stop|purge|revoke|decline|unassign|reset|rotate|recycle|rollback|revert|transfer)/

/** Records the calls of the builder and uploads files where asked. */
function createRecorder(exchanges: RecordedExchange[], sandbox: TestSandbox): FixtureServer['callOperation'] {
  return async (entry, request, { authorization = formatAuthorization(entry, sandbox.keys) } = {}) => {
    const sent = formatRequest(entry, { ...emptyDraft, ...request }, authorization)
    const response = await sandbox.send(sent)
    exchanges.push({ entry, request: sent, response })
    if (isSuccess(response)) await uploadFiles(response, sandbox)
    return response
  }
}

/** Creates an object with every example. */
async function createAllExamples(builder: FixtureBuilder, entries: readonly OperationEntry[]): Promise<void> {
  const creations = entries.filter(({ operation }) => operation.effect?.kind === 'creates')
  const exists = (entry: OperationEntry, step: Step) =>
    formatTitle(step) ===
    formatTitle(findStep(usualSteps.find((title) => title.startsWith(`${entry.operation.id}:`)) ?? entry.operation.id, entries))
  await callEach(
    builder,
    creations.flatMap((entry) => listSteps(entry).filter((step) => !exists(entry, step))),
  )
}

/** Runs all updates and actions, and retries those that failed. */
async function changeAll(builder: FixtureBuilder, entries: readonly OperationEntry[]): Promise<void> {
  const changes = entries.filter(({ operation: { id, method } }) => method !== 'get' && !destructive.test(id)).flatMap(listSteps)
  const possible = changes.filter(
    (step) => !(getPrecondition(step, preconditions).before ?? []).some((before) => destructive.test(String(before))),
  )
  await callEach(builder, await callEach(builder, possible))
}

/** @returns the failed steps */
async function callEach(builder: FixtureBuilder, steps: readonly Step[]): Promise<Step[]> {
  const failed: Step[] = []
  for (const step of steps) {
    const response = (await builder.prepare(step)) ? await builder.call(step) : undefined
    if (response && isSuccess(response)) builder.ids.addPairs(findExampleReply(step, response.status), response.body)
    else failed.push(step)
  }
  await builder.waitForActions()
  return failed
}

/** Creates one expired token pair and one that is revoked. */
async function createInvalidTokens(sandbox: TestSandbox): Promise<{ readonly expiredToken: string; readonly revokedToken: string }> {
  const sendRequest = createSender(sandbox)
  await sandbox.control('clock', { now: '2026-01-15T09:00:00Z' })
  const { access_token: expiredToken } = await requestNewTokens(sendRequest, sandbox)
  await sandbox.control('clock', { now: '2026-03-02T09:00:00Z' })
  const { access_token: revokedToken } = await requestNewTokens(sendRequest, sandbox)
  parseBody(await sendRequest({ method: 'POST', path: '/v1/oauth/revoke', form: { token: revokedToken }, token: revokedToken }))
  return { expiredToken, revokedToken }
}

async function requestNewTokens(sendRequest: SendRequest, { credentials }: TestSandbox): Promise<TokenPair> {
  const { requestTokens } = await signIn(sendRequest, credentials)
  return requestTokens()
}

/** Maps the credentials of the examples to a registered application and unused grants. */
async function readGrants(sandbox: TestSandbox): Promise<ReadonlyMap<string, string>> {
  const { client_id: id, client_secret: secret, redirect_uri: address } = sandbox.credentials.oauth
  const { requestCode, requestTokens } = await signIn(createSender(sandbox), sandbox.credentials)
  const { access_token: access, refresh_token: refresh } = await requestTokens()
  return new Map([
    ['c5a3f1d200000000000000000000000000000000000000000000000000000001', id],
    ['0f3a9b6c00000000000000000000000000000000000000000000000000000003', secret],
    ['https://tidewater.example/oauth/callback', address],
    ['0b7c4f5e00000000000000000000000000000000000000000000000000000002', await requestCode()],
    [`dor_v1_${'4'.padStart(64, '0')}`, refresh],
    [`doo_v1_${'5'.padStart(64, '0')}`, access],
  ])
}

/** Adapts the sandbox to the HTTP client of other verifications. */
function createSender({ send }: TestSandbox): SendRequest {
  return async ({ method, path, body, form, headers = {}, token = '' }) => {
    const payload = form ? new URLSearchParams(form).toString() : body === undefined ? undefined : JSON.stringify(body)
    const response = await send({
      method,
      path,
      headers: {
        ...headers,
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...(payload !== undefined && { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' }),
      },
      ...(payload !== undefined && { body: payload }),
    })
    const cookies = response.headers.getSetCookie()
    // Like over a connection, the header is absent without cookies.
    const received = { ...Object.fromEntries(response.headers), 'set-cookie': cookies.length === 0 ? undefined : cookies }
    return { status: response.status, text: response.text, headers: received }
  }
}
