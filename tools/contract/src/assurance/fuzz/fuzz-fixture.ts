/** The world of the examples in several states, with everything needed to call any operation. */
import type { Api } from '../../../../../generators/model/api-model.ts'
import { type OperationEntry, loadSpecification } from '../../load-specification.ts'
import { createSchemaValidator, type SchemaValidator } from '../../schema-validator.ts'
import { application, events, exampleCode } from '../../fixtures/events.ts'
import { IdMap } from '../../fixtures/id-map.ts'
import { createStepCaller, findStep, getPrecondition, isSuccess, listSteps, type Step } from '../../fixtures/steps.ts'
import {
  type AccountKeys,
  createTestSandbox,
  emptySnapshot,
  origin,
  startTime,
  type TestSandbox,
  type TestSandboxOptions,
  worldSnapshot,
} from '../../fixtures/test-sandbox.ts'
import { createValueGenerator, type GenerateValue } from './value-generator.ts'
import { findPaths, type PathValues } from './find-paths.ts'
import { createSchemaResolver, type ResolveSchema } from './resolve-schema.ts'
import { emptyDraft, formatAuthorization, formatRequest } from './format-request.ts'

/** The world of the examples after every update and a month, the world, and an account without objects. */
export const snapshotNames = ['changed', worldSnapshot, emptySnapshot] as const
export type SnapshotName = (typeof snapshotNames)[number]

export interface SchemaTools {
  readonly resolve: ResolveSchema
  readonly responseValidator: SchemaValidator
  /** Accepts unknown values of open enums, as servers must. */
  readonly requestValidator: SchemaValidator
  readonly generateValue: GenerateValue
}

export interface FuzzFixture extends AsyncDisposable {
  readonly entries: readonly OperationEntry[]
  readonly sandbox: TestSandbox
  /** Grants and uploads of the examples with real ones, which work once. */
  readonly ids: IdMap
  /** Possible values of the path parameters: those of the example, then existing ones. Never empty. */
  readonly listPathValues: (entry: OperationEntry) => readonly PathValues[]
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
  const { tokens, inference_key: inference } = await sandbox.control<NewAccount>('users', {
    email: 'stranger@tidewater.example',
    password: 'example-password-3',
  })
  const unused = await requestGrants(sandbox)
  await sandbox.save(worldSnapshot)
  await changeAll(sandbox, entries)
  await sandbox.save('changed' satisfies SnapshotName)
  const ids = new IdMap(unused)
  const paths = await findPaths(entries, sandbox)
  const tools = new Map(model.apis.map((api) => [api, createTools(api)]))
  // Every operation has an API of the model.
  const getSchemaTools = ({ api }: OperationEntry) => tools.get(api) as SchemaTools
  return {
    entries,
    sandbox,
    ids,
    listPathValues: (entry) => {
      const parameters = entry.operation.parameters.filter((each) => each.in === 'path')
      const { validate } = getSchemaTools(entry).responseValidator
      // Another operation of the path may use a different kind of id.
      const isValid = (values: PathValues) => parameters.every(({ name, schema }) => validate(schema, values[name]).length === 0)
      const exampleValues = Object.fromEntries(parameters.map(({ name, example }) => [name, example]))
      return [exampleValues, ...(paths.get(entry.operation.path) ?? []).filter(isValid)]
    },
    getSchemaTools,
    otherAccount: { ...tokens, inference },
    expiredToken,
    revokedToken,
    [Symbol.asyncDispose]: async () => sandbox.close(),
  }
}

interface NewAccount {
  readonly tokens: Omit<AccountKeys, 'inference'>
  readonly inference_key: string
}

function createTools(api: Api): SchemaTools {
  const resolve = createSchemaResolver(api)
  const [responseValidator, requestValidator] = [createSchemaValidator(api), createSchemaValidator(api, 'requests')]
  return { resolve, responseValidator, requestValidator, generateValue: createValueGenerator(resolve) }
}

const day = 86_400
/** Operations that delete the objects of later calls. */
const destructive = /_(?:delete|cancel|remove|detach|stop|purge|revoke|decline|unassign|reset|rotate|recycle|rollback|revert|transfer)/

/** Runs all updates and actions, retries those that failed, and lets a month pass. */
async function changeAll(sandbox: TestSandbox, entries: readonly OperationEntry[]): Promise<void> {
  const ids = new IdMap()
  const { call, prepare } = createStepCaller(
    sandbox,
    (entry, request) => sandbox.send(formatRequest(entry, { ...emptyDraft, ...request }, formatAuthorization(entry, sandbox.keys))),
    entries,
  )
  const callEach = async (steps: readonly Step[]): Promise<Step[]> => {
    const failed: Step[] = []
    for (const step of steps) if ((await prepare(getPrecondition(step), ids)) || !isSuccess(await call(step, ids))) failed.push(step)
    await sandbox.advance(1800)
    return failed
  }
  const changes = entries.filter(({ operation: { id, method } }) => method !== 'get' && !destructive.test(id)).flatMap(listSteps)
  const isKept = (step: Step) => !(getPrecondition(step).before ?? []).some((before) => destructive.test(String(before)))
  await callEach(await callEach(changes.filter(isKept)))
  // A month later there are backups and an invoice, and every source of a knowledge base is indexed but the new one.
  await sandbox.advance(31 * day)
  await call(findStep('knowledgeBases_dataSources_create', entries), ids)
}

interface TokenPair {
  readonly access_token: string
  readonly refresh_token: string
}

async function requestTokens(sandbox: TestSandbox): Promise<TokenPair> {
  const codes = await events['sign-in']?.(sandbox)
  const code = codes?.get(exampleCode) ?? ''
  const body = new URLSearchParams({ grant_type: 'authorization_code', code, ...application })
  const response = await sandbox.fetch(`${origin}/v1/oauth/token`, { method: 'POST', body })
  return (await response.json()) as TokenPair
}

/** Creates one expired token and one that is revoked. */
async function createInvalidTokens(sandbox: TestSandbox): Promise<{ readonly expiredToken: string; readonly revokedToken: string }> {
  await sandbox.control('clock', { now: '2026-02-15T09:00:00Z' })
  const { access_token: expiredToken } = await requestTokens(sandbox)
  await sandbox.control('clock', { now: startTime })
  const { access_token: revokedToken } = await requestTokens(sandbox)
  const headers = { authorization: `Bearer ${revokedToken}` }
  await sandbox.fetch(`${origin}/v1/oauth/revoke`, { method: 'POST', headers, body: new URLSearchParams({ token: revokedToken }) })
  return { expiredToken, revokedToken }
}

/** Grants and uploads for those of the examples. */
async function requestGrants(sandbox: TestSandbox): Promise<ReadonlyMap<string, string>> {
  const { access_token: access, refresh_token: refresh } = await requestTokens(sandbox)
  const codes = (await events['sign-in']?.(sandbox)) ?? []
  const uploads = (await events['upload']?.(sandbox)) ?? []
  return new Map([...codes, ...uploads, [`dor_v1_${'4'.padStart(64, '0')}`, refresh], [`doo_v1_${'5'.padStart(64, '0')}`, access]])
}
