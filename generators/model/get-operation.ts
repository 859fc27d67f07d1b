/** Converts an OpenAPI operation of a bundle to an `Operation` of the model. */
import {
  effectVerbs,
  type ActionExtension,
  type BundledDocument,
  type Deprecation,
  type Effect,
  type MediaType,
  type Members,
  type NamedExample,
  type Operation,
  type Parameter,
  type RateLimit,
  type Reply,
  type RequestBody,
  type Source,
  type Tool,
  type Where,
} from './api-model.ts'
import { checkKeywords, escapePointer } from './check-keywords.ts'
import type { Provenance, SchemaObject } from './json-schema.ts'
import { getReplyForms } from './get-reply-forms.ts'
import { listVerbs } from './list-verbs.ts'
import { resolve } from './resolve.ts'
import { SpecError } from './spec-error.ts'

interface RawMediaType {
  readonly schema?: SchemaObject
  readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value?: unknown; readonly $ref: string }>>
}
type Content = Readonly<Record<string, RawMediaType>>

interface RawParameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly deprecated?: boolean
  readonly description?: string
  readonly schema?: SchemaObject
  readonly example?: unknown
  readonly style?: string
  readonly explode?: boolean
}

interface RawReply {
  readonly description: string
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: Content
}

export interface RawOperation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly deprecated?: boolean
  readonly tags: readonly string[]
  readonly parameters?: readonly RawParameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, RawReply>>
  readonly security?: Operation['security']
  readonly 'x-effect'?: Readonly<Record<string, unknown>>
  readonly 'x-rate-limit'?: RateLimit | readonly RateLimit[]
  readonly 'x-tool'?: Tool
  readonly 'x-deprecation'?: RawDeprecation
  readonly 'x-provenance'?: Provenance
}

interface RawDeprecation extends Deprecation {
  /** The replacement is the same operation under a newer name. */
  readonly renamed?: boolean
  /** The replacement is the same operation under another path or method. */
  readonly alias?: boolean
}

const known = new Set([
  'operationId',
  'summary',
  'description',
  'deprecated',
  'tags',
  'parameters',
  'requestBody',
  'responses',
  'security',
  'servers',
  'x-effect',
  'x-rate-limit',
  'x-tool',
  'x-deprecation',
  'x-provenance',
])

const pathForm = /^(\/[A-Za-z0-9_.{}:-]+)+$/
const operationId = /^[a-z][A-Za-z0-9]*(_[A-Za-z0-9]+)+$/

export function getOperation(
  document: BundledDocument,
  { method, path, server }: Pick<Operation, 'method' | 'path' | 'server'>,
  raw: RawOperation,
  pathParameters: readonly RawParameter[],
  source: Source,
): Omit<Operation, 'name'> {
  const at = (...parts: string[]): Source => ({ file: source.file, pointer: [source.pointer, ...parts.map(escapePointer)].join('/') })
  if (!pathForm.test(path)) throw new SpecError(source, `${JSON.stringify(path)} is not a path. Expected /<segment>/{<parameter>}.`)
  if (!operationId.test(raw.operationId)) {
    throw new SpecError(at('operationId'), `${JSON.stringify(raw.operationId)} is not an operationId. Expected <group>_<verb>[_<object>].`)
  }
  const atPath = (...parts: string[]): Source => ({
    file: source.file,
    pointer: [source.pointer.slice(0, source.pointer.lastIndexOf('/')), ...parts].join('/'),
  })
  for (const key of Object.keys(raw)) {
    if (!known.has(key))
      throw new SpecError(at(key), `No generator understands "${key}" on an operation. Remove it, or add support in generators/model.`)
  }
  const parameters = mergeParameters(
    pathParameters.map((parameter, position) => getParameter(document, parameter, atPath('parameters', String(position)))),
    (raw.parameters ?? []).map((parameter, position) => getParameter(document, parameter, at('parameters', String(position)))),
  )
  for (const [, name = ''] of path.matchAll(/\{([^}]+)\}/g)) {
    if (!parameters.some((parameter) => parameter.in === 'path' && parameter.name === name)) {
      throw new SpecError(source, `The path ${path} has {${name}}, but no parameter declares it.`)
    }
  }
  const body = raw.requestBody && getBody(document, raw.requestBody, at('requestBody'))
  const security = (raw.security ?? document.security ?? []).map((schemes) => splitScopes(document, schemes))
  const action = raw['x-effect']?.['starts'] as ActionExtension | undefined
  const verbs = action ? listVerbs(document, body, at('requestBody')) : []
  const replies = Object.entries(raw.responses).map(([status, reply]) => getReply(document, status, reply, at('responses', status)))
  const forms = getReplyForms(body, replies)
  return {
    id: raw.operationId,
    method,
    path,
    server,
    summary: raw.summary,
    description: raw.description,
    deprecated: raw.deprecated ?? false,
    ...(raw['x-deprecation'] && { deprecation: getDeprecation(raw['x-deprecation']) }),
    parameters,
    ...(body && { body }),
    replies,
    ...(forms.length > 0 && { forms }),
    security: security.map(({ schemes }) => schemes),
    ...(raw['x-effect'] && { effect: getEffect(raw['x-effect'], at('x-effect')) }),
    ...(action && { action }),
    ...(verbs.length > 0 && { verbs }),
    rateLimits: [raw['x-rate-limit'] ?? []].flat(),
    scopes: security.flatMap(({ scopes }) => scopes),
    ...(raw['x-tool'] && { tool: raw['x-tool'] }),
    ...getReplacement(raw['x-deprecation']),
    ...(raw['x-provenance'] && { provenance: raw['x-provenance'] }),
    source,
  }
}

/** Separates the fine-grained scopes from a security requirement. They are the scopes of schemes other than OAuth. */
function splitScopes(document: BundledDocument, requirement: Operation['security'][number]) {
  const defined = (document.components?.['securitySchemes'] ?? {}) as Readonly<Record<string, { readonly type?: string }>>
  const isOAuth = (scheme: string) => (defined[scheme]?.type ?? 'oauth2') === 'oauth2'
  const entries = Object.entries(requirement)
  return {
    schemes: Object.fromEntries(entries.map(([scheme, scopes]) => [scheme, isOAuth(scheme) ? scopes : []])),
    scopes: entries.flatMap(([scheme, scopes]) => (isOAuth(scheme) ? [] : scopes)),
  }
}

function getReplacement(deprecation: RawDeprecation | undefined): Pick<Operation, 'sameAs' | 'renamedTo'> {
  return {
    ...(deprecation?.alias && { sameAs: deprecation.use }),
    ...(deprecation?.renamed && { renamedTo: deprecation.use }),
  }
}

function getDeprecation({ since, sunset, use }: RawDeprecation): Deprecation {
  return { since, ...(sunset !== undefined && { sunset }), use }
}

/** Merges parameters: those of the operation override those of its path. */
function mergeParameters(ofPath: readonly Parameter[], ofOperation: readonly Parameter[]): Parameter[] {
  const isOverridden = (parameter: Parameter) => ofOperation.some((own) => own.name === parameter.name && own.in === parameter.in)
  return [...ofPath.filter((parameter) => !isOverridden(parameter)), ...ofOperation]
}

function getParameter(document: BundledDocument, raw: RawParameter, source: Source): Parameter {
  const parameter = resolve<RawParameter>(document, raw, source)
  const location = parameter.in
  if (location !== 'path' && location !== 'query' && location !== 'header') {
    throw new SpecError(source, `Parameter "${parameter.name}" is in "${location}". Only path, query and header are understood.`)
  }
  if (!parameter.schema) throw new SpecError(source, `Parameter "${parameter.name}" has no schema.`)
  checkKeywords(document, parameter.schema, { file: source.file, pointer: `${source.pointer}/schema` })
  return {
    name: parameter.name,
    in: location,
    required: parameter.required ?? false,
    deprecated: parameter.deprecated ?? false,
    description: parameter.description ?? '',
    schema: parameter.schema,
    example: parameter.example,
    explode: parameter.explode ?? (parameter.style === undefined || parameter.style === 'form'),
  }
}

function getBody(document: BundledDocument, raw: NonNullable<RawOperation['requestBody']>, source: Source): RequestBody {
  const body = resolve<NonNullable<RawOperation['requestBody']>>(document, raw, source)
  return { required: body.required ?? false, content: listContent(document, body.content, source) }
}

function getReply(document: BundledDocument, status: string, raw: RawReply, source: Source): Reply {
  if (!/^([1-5][0-9]{2}|default)$/.test(status)) {
    throw new SpecError(source, `${JSON.stringify(status)} is not a status. Expected three digits or "default".`)
  }
  const reply = resolve<RawReply>(document, raw, source)
  return {
    status,
    description: reply.description,
    headers: Object.keys(reply.headers ?? {}),
    content: listContent(document, reply.content ?? {}, source),
  }
}

function listContent(document: BundledDocument, content: Content, source: Source): MediaType[] {
  return Object.entries(content).map(([mediaType, raw]) => {
    const at: Source = { file: source.file, pointer: `${source.pointer}/content/${escapePointer(mediaType)}` }
    if (!raw.schema) throw new SpecError(at, `${mediaType} has no schema.`)
    checkKeywords(document, raw.schema, { file: at.file, pointer: `${at.pointer}/schema` })
    return { mediaType, schema: raw.schema, examples: listExamples(document, raw.examples ?? {}, at) }
  })
}

function listExamples(document: BundledDocument, examples: NonNullable<RawMediaType['examples']>, source: Source): NamedExample[] {
  return Object.entries(examples).map(([name, raw]) => {
    const example = resolve<{ readonly summary?: string; readonly value?: unknown }>(document, raw, source)
    return { name, ...(example.summary && { summary: example.summary }), value: example.value }
  })
}

function getMembers(raw: Readonly<Record<string, unknown>>): { readonly members?: Members } {
  const { 'adds-to': added, 'removes-from': removed } = raw
  const more = raw['ignore-case'] === true ? { ignoresCase: true } : {}
  if (typeof added === 'string') return { members: { field: added, change: 'add', ...more } }
  return typeof removed === 'string' ? { members: { field: removed, change: 'remove', ...more } } : {}
}

function getEffect(raw: Readonly<Record<string, unknown>>, source: Source): Effect {
  if (typeof raw['computes'] === 'string') return { kind: 'computes', reason: raw['computes'] }
  const by = (raw['by'] as string[] | undefined) ?? []
  for (const kind of effectVerbs) {
    const schema = raw[kind]
    if (typeof schema === 'string')
      return { kind, schema, by, ...(raw['where'] !== undefined && { where: raw['where'] as Where }), ...getMembers(raw) }
  }
  const { measures: schema, series } = raw
  if (typeof schema === 'string') return { kind: 'measures', schema, by, series: series as Readonly<Record<string, unknown>> }
  throw new SpecError(source, `x-effect has none of: ${effectVerbs.join(', ')}, measures, computes.`)
}
