/** Validates requests, leniently where real clients need it, and names every invalid field. */
import { Failure, notFound } from '../engine/failure.ts'
import { createHint } from '../engine/unknown-slug.ts'
import { isRecord } from '../engine/values.ts'
import { getValueAt, parsePointer, filterUnionFindings } from './union-findings.ts'
import type { BodyRow, ErrorMessageRows } from '../tables/operation-row.ts'
import type { Finding, Validator } from './validators.ts'

interface CheckOptions {
  /** Finds errors that the schema cannot express. */
  readonly findOthers?: () => readonly Finding[]
  /** True to treat zero values of optional fields as omitted where the schema does not allow them. */
  readonly omitsZeros?: boolean
  /** Returns the message for an invalid id in a path parameter. */
  readonly describeMissing?: (parameter: string) => string | undefined
}

/**
 * @param row has the platform's own error messages
 * @throws Failure 422 naming every invalid field; 404 for an invalid id in the path
 */
export function check(
  validator: Validator,
  value: unknown,
  place: 'body' | 'parameters',
  { errorMessages = {}, errorStatuses = {} }: Partial<BodyRow> = {},
  { findOthers = () => [], omitsZeros = false, describeMissing = () => undefined }: CheckOptions = {},
): void {
  let isValid = validator(value)
  const invalidId = place === 'parameters' && !isValid ? validator.errors?.find(isInvalidPathId) : undefined
  if (invalidId) throw notFound(describeMissing(parsePointer(invalidId.instancePath).at(-1) ?? ''))
  if (!isValid && place === 'body') {
    if (coerceLenientValues(value, validator.errors ?? [])) isValid = validator(value)
    if (!isValid && omitsZeros) isValid = omitZeros(validator, value, errorMessages)
  }
  const findings = [...(isValid ? [] : filterUnionFindings(validator.errors ?? [], value)), ...findOthers()]
  if (isValid && findings.length === 0) return
  const message = formatFindings(findings, place, (finding) => findMessage(finding, errorMessages, value))
  const hint = createEnumHint(findings, errorMessages, value)
  throw new Failure(errorStatuses[message] ?? 422, message, hint, { place, list: findings.slice(0, maxListedErrors) })
}

/** Returns true for an invalid id in the path; invalid dates in paths are reported instead. */
const isInvalidPathId = ({ instancePath, params }: Finding) => instancePath.startsWith('/path/') && params['format'] !== 'date'

/**
 * Coerces values as real clients send them: removes null for optional arrays and objects, false for optional arrays and "" for optional
 * ids, and converts booleans and numeric ids from strings. The body is validated again, so a required field is still reported.
 */
function coerceLenientValues(body: unknown, findings: readonly Finding[]): boolean {
  let changed = false
  for (const { instancePath, keyword, params } of findings) {
    const steps = parsePointer(instancePath)
    const name = steps.pop()
    if (name === undefined) continue
    const parent = getValueAt(body, steps)
    if (!isRecord(parent) || !Object.hasOwn(parent, name)) continue
    const value = parent[name]
    const types = keyword === 'type' ? [params['type']].flat() : []
    const isFalseForArray = value === false && types.includes('array')
    if (value === null || isFalseForArray || (value === '' && (keyword === 'format' || keyword === 'enum' || isId.test(name)))) {
      Reflect.deleteProperty(parent, name)
      changed = true
    } else if ((value === 'true' || value === 'false') && types.includes('boolean')) {
      Reflect.set(parent, name, value === 'true')
      changed = true
    } else if (typeof value === 'string' && isId.test(name) && isNumber.test(value) && types.includes('integer')) {
      Reflect.set(parent, name, Number(value))
      changed = true
    }
  }
  return changed
}

/**
 * Removes optional fields that are 0, `""`, `[]` or `{}` where the schema does not allow it: typed clients send such values for fields that
 * nobody set. A field that is required stays, and one for which the platform has an error message of its own. @returns true if the body is valid then
 */
function omitZeros(validator: Validator, body: unknown, errorMessages: ErrorMessageRows): boolean {
  const removedZeros = new Map<string, { readonly parent: Record<string, unknown>; readonly name: string; readonly value: unknown }>()
  for (const finding of validator.errors ?? []) {
    if (findMessage(finding, errorMessages, body) !== undefined) continue
    const steps = parsePointer(finding.instancePath)
    const name = steps.pop()
    const parent = getValueAt(body, steps)
    if (name === undefined || !isRecord(parent) || !Object.hasOwn(parent, name) || !isZero(parent[name])) continue
    removedZeros.set(JSON.stringify([...steps, name]), { parent, name, value: parent[name] })
    Reflect.deleteProperty(parent, name)
  }
  if (removedZeros.size === 0) return false
  if (validator(body)) return true
  const findings = validator.errors ?? []
  for (const [key, { parent, name, value }] of removedZeros) {
    const isNeeded = ({ instancePath, keyword, params }: Finding) => {
      const steps = parsePointer(instancePath)
      return keyword === 'required'
        ? JSON.stringify([...steps, params['missingProperty']]) === key
        : keyword === 'minProperties' && getValueAt(body, steps) === parent
    }
    if (findings.some(isNeeded)) parent[name] = value
  }
  return validator(body)
}

function isZero(value: unknown): boolean {
  return value === 0 || value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
}

const isId = /(^|_)(id|uuid|ids)$/
const isNumber = /^[1-9]\d{0,14}$/

function formatFindings(
  findings: readonly Finding[],
  place: 'body' | 'parameters',
  findOwnMessage: (finding: Finding) => string | undefined,
): string {
  const incompletePaths = new Set(findings.filter(({ keyword }) => keyword === 'required').map(({ instancePath }) => instancePath))
  // Findings of the branches are more specific than the one of the union, and missing fields more than a minimum number of fields.
  const relevant = findings.filter(
    ({ keyword, instancePath }) =>
      keyword !== 'oneOf' && keyword !== 'anyOf' && keyword !== 'if' && !(keyword === 'minProperties' && incompletePaths.has(instancePath)),
  )
  const findingMessages = joinTypes(relevant.length > 0 ? relevant : findings).map(
    (finding) => findOwnMessage(finding) ?? describeOne(finding, place),
  )
  const messages = [...new Set(findingMessages)]
  const more = messages.length - maxListedErrors
  if (more <= 0) return messages.join('; ')
  // A validator stops after 1000 findings.
  return `${messages.slice(0, maxListedErrors).join('; ')}; and ${findings.length < maxErrors ? '' : 'at least '}${more} more`
}

/**
 * Joins type findings of the branches of a union. If the value has the type of one branch, only the other findings of that branch remain;
 * otherwise one finding lists all types.
 */
function joinTypes(findings: readonly Finding[]): Finding[] {
  const types = new Map<string, unknown[]>()
  // Paths with more specific findings. A body may have 100,000 findings, so each is visited once.
  const closer = new Set<string>()
  for (const { instancePath, keyword, params } of findings) {
    if (keyword === 'type') types.set(instancePath, [...new Set([...(types.get(instancePath) ?? []), ...[params['type']].flat()])])
    else closer.add(instancePath)
    for (let end = instancePath.lastIndexOf('/'); end !== -1; end = end === 0 ? -1 : instancePath.lastIndexOf('/', end - 1)) {
      const above = instancePath.slice(0, end)
      if (closer.has(above)) break
      closer.add(above)
    }
  }
  return findings
    .filter(({ keyword, instancePath }) => keyword !== 'type' || !closer.has(instancePath))
    .map((each) => (each.keyword === 'type' ? { ...each, params: { type: types.get(each.instancePath) } } : each))
}

const maxListedErrors = 20
/** Same limit as in generators/kit/runtime/validator-helpers.js. */
const maxErrors = 1000

/** Names the nearest allowed value if the error message is that of the platform, which lists none. */
function createEnumHint(findings: readonly Finding[], errorMessages: ErrorMessageRows, body: unknown): Readonly<Record<string, string>> {
  const finding = findings.find((each) => each.keyword === 'enum' && findMessage(each, errorMessages, body) !== undefined)
  if (!finding) return {}
  const value = getValueAt(body, parsePointer(finding.instancePath))
  const allowed = (finding.params['allowedValues'] as readonly unknown[]).filter((each) => typeof each === 'string')
  return typeof value === 'string' ? createHint(value, allowed) : {}
}

/** Finds the error message of the specification and inserts the sent value for `{value}`. */
function findMessage({ instancePath, keyword, params }: Finding, messageRows: ErrorMessageRows, body: unknown): string | undefined {
  const steps = parsePointer(instancePath)
  const nameParameter = { required: 'missingProperty', discriminator: 'tag' }[keyword]
  if (nameParameter !== undefined) steps.push(String(params[nameParameter]))
  const row = messageRows[steps.map((step) => (/^\d+$/.test(step) ? '*' : step)).join('.')]
  const message = typeof row === 'string' ? row : row?.[keyword]
  return message?.replace('{value}', () => {
    const value = getValueAt(body, steps)
    return typeof value === 'string' ? value : JSON.stringify(value)
  })
}

function describeOne({ instancePath, keyword, message = 'is not valid', params }: Finding, place: 'body' | 'parameters'): string {
  const steps = parsePointer(instancePath).slice(place === 'body' ? 0 : 1)
  const at = (name?: unknown) => [...steps, ...(name === undefined ? [] : [String(name)])].join('.') || 'body'
  switch (keyword) {
    case 'required':
      return `${at(params['missingProperty'])}: must be given`
    case 'enum':
      return `${at()}: must be one of ${(params['allowedValues'] as readonly unknown[])
        .filter((value) => value !== null && value !== '')
        .map(String)
        .join(', ')}`
    case 'const':
      return `${at()}: must be ${JSON.stringify(params['allowedValue'])}`
    case 'type':
      return `${at()}: must be ${[params['type']].flat().join(' or ')}`
    case 'additionalProperties':
      return `${at(params['additionalProperty'])}: unknown field`
    case 'oneOf':
      if (params['passingSchemas'] === null) return `${at()}: does not match any of the allowed variants`
      return `${describeMixed(at, params['mixed'])}; send the fields of one variant only`
    case 'discriminator':
      return `${at(params['tag'])}: must be one of ${[params['kinds']].flat().join(', ')}`
    default:
      return `${at()}: ${message.replace('must NOT have', 'must not have')}`
  }
}

function describeMixed(at: (name?: unknown) => string, mixed: unknown): string {
  const names = [mixed].flat().filter((name) => name !== undefined)
  if (names.length === 0) return `${at()}: mixes several variants`
  return `${names.map(at).join(' and ')}: belong to different variants`
}
