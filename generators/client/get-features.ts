/**
 * Reads what the client can do with an operation beyond calling it: read a list to its end, wait for a state, wait for the actions it starts,
 * keep under its limits. All of it follows from what the model says of pages, lifecycles, actions and limits.
 */
import { describeUse, nameInClient } from '../kit/describe-deprecation.ts'
import type { Family, NamedSchema, Operation, Parameter } from '../model/api-model.ts'
import type { SchemaObject } from '../model/json-schema.ts'
import { SpecError } from '../model/spec-error.ts'
import { findArguments } from './find-arguments.ts'
import type { Arguments, Features, SchemaIndex } from './features.ts'
import { findEnd } from './find-end.ts'
import { findItems } from './find-items.ts'
import { findLifecycle } from './find-lifecycle.ts'
import { findMadePath, hasReadableActions } from './find-made-path.ts'

export function getFeatures(operation: Operation, family: Family, schemas: SchemaIndex): Features {
  const body = findBody(operation)
  const items = body && operation.method === 'get' ? findItems(operation, body, schemas) : undefined
  const lifecycle = body && operation.method === 'get' && !items?.isPlain ? findLifecycle(body, schemas) : undefined
  const started = body && operation.action ? findStarted(operation, family, body, schemas) : undefined
  const { effect } = operation
  const args = findArguments(operation, schemas)
  const query = findQuery(operation, items?.facts ?? {})
  const waitsFor =
    effect?.kind === 'gets' && lifecycle?.schema.family === family.name && isAction(lifecycle.schema) ? effect.schema : undefined
  return {
    facts: {
      ...findTakes(operation, args, items !== undefined || 'query' in query),
      ...findParts(operation, args),
      ...items?.facts,
      ...query,
      ...(operation.rateLimits.length > 0 && {
        limits: operation.rateLimits.map(({ name, limit, window, counts }) => [
          name,
          limit,
          getSeconds(window),
          ...(counts ? [counts] : []),
        ]),
      }),
      ...(lifecycle && { state: lifecycle.path, states: lifecycle.states }),
      ...(waitsFor && { waits: true }),
      ...started,
      ...findVerbs(operation),
      ...(operation.deprecation && { deprecated: describeUse(operation.deprecation, nameInClient) }),
    },
    ...(items && { item: items.item }),
    ...(lifecycle && { states: Object.keys(lifecycle.states) }),
    starts: started !== undefined,
    ...(waitsFor && { waitsFor }),
    ...(args && { args }),
  }
}

/** For the row, where it is not what the client takes for granted of the method. */
function findTakes({ method }: Operation, args: Arguments | undefined, hasQuery: boolean) {
  const usual = method.startsWith('p') ? 'body' : hasQuery ? 'query' : ''
  const takes = args?.takes ?? ''
  return takes === usual ? {} : { takes }
}

/** For the row, where a request has other parts than the one whose fields it takes. A path and headers it may always have. */
function findParts({ parameters, body }: Operation, args: Arguments | undefined) {
  const parts = [...(parameters.some((each) => each.in === 'query') ? ['query'] : []), ...(body ? ['body'] : [])]
  return parts.join(' ') === (args?.takes ?? '') ? {} : { parts: parts.join(' ') }
}

/** For the row, so that a parameter that is misspelled is not sent to be ignored. Those of pages go without saying where a list has them. */
function findQuery({ parameters }: Operation, { pages, size }: Readonly<Record<string, unknown>>) {
  const usual = pages !== undefined && size === undefined ? ['page', 'per_page'] : []
  const names = parameters.filter((each) => each.in === 'query' && !usual.includes(each.name)).map(({ name }) => name)
  return names.length > 0 ? { query: names.join(' ') } : {}
}

function findStarted(operation: Operation, family: Family, body: SchemaObject, schemas: SchemaIndex) {
  if (!hasReadableActions(body, schemas)) return findEnd(operation, family, body, schemas)
  return { acts: findMadePath(operation, family, schemas) }
}

/** For the row: what each verb takes, and what chooses the things that it acts on where the path does not. */
function findVerbs({ verbs, parameters, path, source }: Operation) {
  if (!verbs) return {}
  const by = listChoosers(parameters)
  if (by.length > 0 && path.includes('{')) throw new SpecError(source, 'Actions are on what the path or what the query names, not both.')
  return {
    verbs: Object.fromEntries(verbs.map(({ type, takes }) => [type, takes === 'nothing' ? '' : 'body'])),
    ...(by.length > 0 && { by: by.map(({ name }) => name) }),
  }
}

/** What a verb must be given besides what is in the path. */
export function listChoosers(parameters: readonly Parameter[]): Parameter[] {
  return parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
}

function findBody({ replies }: Operation): SchemaObject | undefined {
  const reply = replies.find(({ status }) => status.startsWith('2'))
  return reply?.content.find(({ mediaType }) => mediaType === 'application/json')?.schema
}

/** What every asynchronous operation answers with: its lifecycle begins in progress. */
function isAction({ lifecycle }: NamedSchema): boolean {
  return lifecycle?.initial === 'in-progress'
}

/** `PT10S`, `PT5M` → seconds */
function getSeconds(window: string): number {
  const [, hours = '0', minutes = '0', seconds = '0'] = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(window) ?? []
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
