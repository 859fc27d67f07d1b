/** Creates requests with exactly one invalid value, and the field name that the error must contain. */
import type { SchemaObject } from '../../../../../generators/model/json-schema.ts'
import { sentContent } from '../../build-request.ts'
import type { OperationEntry } from '../../load-specification.ts'
import type { SchemaValidator } from '../../schema-validator.ts'
import { applyBreakage, listBreakages } from './break-value.ts'
import { isObject } from '../../is-object.ts'
import type { ResolveSchema } from './resolve-schema.ts'
import type { RequestDraft } from './format-request.ts'

export interface BrokenDraft {
  readonly draft: RequestDraft
  /** Field that the error must name. */
  readonly field: string
  readonly alternativeFields?: readonly string[]
  readonly reason: string
  /** True for the id of a missing object: the error names no field. */
  readonly isUnknownId?: boolean
}

/** Returns the breakage with this number, or the next that the validator rejects; undefined when the operation accepts anything. */
export function breakDraft(
  entry: OperationEntry,
  draft: RequestDraft,
  number: number,
  resolve: ResolveSchema,
  validator: SchemaValidator,
): BrokenDraft | undefined {
  // Parameters of other grants are ignored: RFC 6749, sections 3.2 and 6.
  const grant = draft.query['grant_type'] ?? (isObject(draft.body) ? draft.body['grant_type'] : undefined)
  const isIgnored = ({ field }: BrokenDraft) => grant === 'refresh_token' && codeOnly.has(field)
  const all = [...breakParameters(entry, draft, resolve, validator), ...breakBody(entry, draft, resolve, validator)]
  for (let tried = 0; tried < all.length; tried += 1) {
    const broken = all[(number + tried) % all.length]?.()
    if (broken && !isIgnored(broken)) return broken
  }
  return undefined
}

const codeOnly: ReadonlySet<string> = new Set(['code', 'redirect_uri', 'code_verifier'])

type Attempt = () => BrokenDraft | undefined

function breakBody(
  { operation, api }: OperationEntry,
  draft: RequestDraft,
  resolve: ResolveSchema,
  { validate }: SchemaValidator,
): Attempt[] {
  const content = sentContent(operation)
  if (!content || content.mediaType === 'application/octet-stream') return []
  const { schema } = content
  const isValid = (body: unknown) => validate(schema, toJson(body)).length === 0
  const missing: Attempt[] = operation.body?.required
    ? [() => ({ draft: { ...draft, body: undefined }, field: 'body', reason: 'no body' })]
    : []
  if (draft.body === undefined) return missing
  const unknown: Attempt[] =
    api.name === 'tools'
      ? [() => ({ draft: { ...draft, body: { ...(draft.body as object), no_such: 1 } }, field: 'no_such', reason: 'unknown' })]
      : []
  const breakages = listBreakages(schema, draft.body, resolve).map((breakage): Attempt => () => {
    const body = applyBreakage(draft.body, breakage)
    if (body === undefined || isValid(body)) return undefined
    const field = breakage.steps.findLast((step) => typeof step === 'string') ?? 'body'
    return { draft: { ...draft, body }, field: String(field), alternativeFields: breakage.alternativeFields ?? [], reason: breakage.reason }
  })
  return [...missing, ...unknown, ...breakages]
}

/** Drops undefined properties, as JSON does. */
function toJson(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown)
}

function breakParameters(
  { operation }: OperationEntry,
  draft: RequestDraft,
  resolve: ResolveSchema,
  validator: SchemaValidator,
): Attempt[] {
  return operation.parameters.flatMap(({ name, in: location, required, schema }): Attempt[] => {
    const set = (value: unknown, reason: string): BrokenDraft => ({
      draft: { ...draft, [location]: { ...draft[location], [name]: value } },
      field: name,
      reason: `${location} ${reason}`,
      ...(location === 'path' && schema.format !== 'date' && { isUnknownId: true }),
    })
    const missing: Attempt[] = required && location === 'query' ? [() => set(undefined, 'required')] : []
    const resolvedSchema = resolve(schema)
    // As text, a number is a valid string and a single value a valid list.
    const values = ['seven', 'no-such-value', '-1', '0', '1.5', '9'.repeat(25), '!', 'x'.repeat(10_000), '999.1.1.1']
    const attempts = values.map(
      (text): Attempt =>
        () =>
          isValidText(resolvedSchema, name, text, validator) ? undefined : set(text, `is ${text.slice(0, 30)}`),
    )
    return [...missing, ...attempts]
  })
}

function isValidText(schema: SchemaObject, name: string, text: string, { validateText }: SchemaValidator): boolean {
  const { items, oneOf, ...own } = schema
  // Coercion for one branch changes the value for the others, so accept any branch.
  const shape = own.type === 'array' && items ? items : { ...own, ...(oneOf && { anyOf: oneOf }) }
  return validateText({ type: 'object', properties: { [name]: shape } }, { [name]: text }).length === 0
}
