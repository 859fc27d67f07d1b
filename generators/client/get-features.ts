/**
 * Derives the client features of an operation from the model: pagination, waiting for states and actions, and rate limits.
 */
import { getSeconds } from '../kit/get-seconds.ts'
import { describeUse, nameInClient } from '../kit/describe-deprecation.ts'
import type { Family, NamedSchema, Operation, Parameter } from '../model/api-model.ts'
import type { SchemaObject } from '../model/json-schema.ts'
import { SpecError } from '../model/spec-error.ts'
import { findArguments } from './find-arguments.ts'
import type { Arguments, Features, SchemaIndex } from './features.ts'
import { findFinalStates } from './find-final-states.ts'
import { findItems } from './find-items.ts'
import { findStream } from './find-stream.ts'
import { findLifecycle } from './find-lifecycle.ts'
import { findCreatedPath, hasReadableActions } from './find-created-path.ts'

export function getFeatures(operation: Operation, family: Family, schemas: SchemaIndex): Features {
  const body = findBody(operation)
  const items = body && operation.method === 'get' ? findItems(operation, body, schemas) : undefined
  const lifecycle = body && operation.method === 'get' && !items?.isPlain ? findLifecycle(body, schemas) : undefined
  const actionFacts = body && operation.action ? findActionFacts(operation, family, body, schemas) : undefined
  const { effect } = operation
  const stream = findStream(operation)
  const args = findArguments(operation, schemas)
  const query = findQuery(operation, items?.facts ?? {})
  const actionSchema =
    effect?.kind === 'gets' && lifecycle?.schema.family === family.name && isAction(lifecycle.schema) ? effect.schema : undefined
  return {
    facts: {
      ...findInputPart(operation, args, items !== undefined || 'query' in query),
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
      ...(lifecycle && { state: lifecycle.path }),
      ...(actionSchema && { waits: true }),
      ...actionFacts?.facts,
      ...(stream && { stream: stream.stream }),
      ...findVerbs(operation),
      ...(operation.deprecation && { deprecated: describeUse(operation.deprecation, nameInClient) }),
    },
    ...(items && { item: items.item }),
    ...(lifecycle && { states: Object.keys(lifecycle.states), lifecycle: lifecycle.states }),
    ...(actionFacts?.lifecycle && { lifecycle: actionFacts.lifecycle }),
    startsActions: actionFacts !== undefined,
    ...(actionSchema && { actionSchema }),
    ...(args && { args }),
  }
}

/** Fact `input`, if it differs from the default of the method. */
function findInputPart({ method }: Operation, args: Arguments | undefined, hasQuery: boolean) {
  const defaultPart = method.startsWith('p') ? 'body' : hasQuery ? 'query' : ''
  const input = args?.part ?? ''
  return input === defaultPart ? {} : { input }
}

/** Fact `parts`, if the request has other parts than `input`, besides path and headers. */
function findParts({ parameters, body }: Operation, args: Arguments | undefined) {
  const parts = [...(parameters.some((each) => each.in === 'query') ? ['query'] : []), ...(body ? ['body'] : [])]
  return parts.join(' ') === (args?.part ?? '') ? {} : { parts: parts.join(' ') }
}

/** Fact `query`: the known query parameters, to reject misspelled ones. Omits the default pagination parameters. */
function findQuery({ parameters }: Operation, { pages, size }: Readonly<Record<string, unknown>>) {
  const pageParameters = pages !== undefined && size === undefined ? ['page', 'per_page'] : []
  const names = parameters.filter((each) => each.in === 'query' && !pageParameters.includes(each.name)).map(({ name }) => name)
  return names.length > 0 ? { query: names.join(' ') } : {}
}

function findActionFacts(
  operation: Operation,
  family: Family,
  body: SchemaObject,
  schemas: SchemaIndex,
): Pick<Features, 'facts' | 'lifecycle'> | undefined {
  if (!hasReadableActions(body, schemas)) return findFinalStates(operation, family, body, schemas)
  return { facts: { read: findCreatedPath(operation, family, schemas) } }
}

/** Facts `verbs` and `by`: the action types, and the query parameters that select the resources. */
function findVerbs({ verbs, parameters, path, source }: Operation) {
  if (!verbs) return {}
  const by = listTargetParameters(parameters)
  if (by.length > 0 && path.includes('{'))
    throw new SpecError(source, 'An action must select its resources by path or by query, not by both.')
  return {
    verbs: Object.fromEntries(verbs.map(({ type, input }) => [type, input === 'none' ? '' : 'body'])),
    ...(by.length > 0 && { by: by.map(({ name }) => name) }),
  }
}

/** Required query parameters, which select the resources of an action. */
export function listTargetParameters(parameters: readonly Parameter[]): Parameter[] {
  return parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
}

function findBody({ replies }: Operation): SchemaObject | undefined {
  const reply = replies.find(({ status }) => status.startsWith('2'))
  return reply?.content.find(({ mediaType }) => mediaType === 'application/json')?.schema
}

/** True for action schemas: their lifecycle starts as `in-progress`. */
function isAction({ lifecycle }: NamedSchema): boolean {
  return lifecycle?.initial === 'in-progress'
}
