/** Validates what a request sent, leniently where clients of the platform need it, and names every field at fault. */
import { Failure, notFound } from '../engine/failure.ts'
import { isRecord } from '../engine/values.ts'
import { getValueAt, parsePointer, filterUnionFindings } from './union-findings.ts'
import type { BodyRow, ErrorMessageRows } from '../tables/operation-row.ts'
import type { Finding, Validator } from './validators.ts'

/**
 * @param row what the platform says itself
 * @param findMore what else is wrong, that no schema can say
 * @throws Failure 422 naming every field; 404 when the path has what can be nobody's id
 */
export function check(
  validator: Validator,
  value: unknown,
  place: 'body' | 'parameters',
  { errorMessages = {}, errorStatuses = {} }: Partial<BodyRow> = {},
  findOthers: () => readonly Finding[] = () => [],
): void {
  let isValid = validator(value)
  if (!isValid && place === 'parameters' && validator.errors?.some(isInvalidPathId)) throw notFound()
  if (!isValid && place === 'body' && coerceLenientValues(value, validator.errors ?? [])) isValid = validator(value)
  const findings = [...(isValid ? [] : filterUnionFindings(validator.errors ?? [], value)), ...findOthers()]
  if (isValid && findings.length === 0) return
  const message = formatFindings(findings, place, (finding) => findMessage(finding, errorMessages, value))
  throw new Failure(errorStatuses[message] ?? 422, message, {}, { place, list: findings.slice(0, maxListedErrors) })
}

/** Dates stand in paths too, and whoever writes one wrongly is told so. */
const isInvalidPathId = ({ instancePath, params }: Finding) => instancePath.startsWith('/path/') && params['format'] !== 'date'

/**
 * Clients send null for an optional array or object, false for an optional array and "" for an optional id. What is refused and is one of
 * these is taken out; whether it may be missing, the second look tells. Some write a boolean, or the number that is an id, as a text.
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
    const wanted = keyword === 'type' ? [params['type']].flat() : []
    const isFalseForArray = value === false && wanted.includes('array')
    if (value === null || isFalseForArray || (value === '' && (keyword === 'format' || keyword === 'enum' || isId.test(name)))) {
      Reflect.deleteProperty(parent, name)
      changed = true
    } else if ((value === 'true' || value === 'false') && wanted.includes('boolean')) {
      Reflect.set(parent, name, value === 'true')
      changed = true
    } else if (typeof value === 'string' && isId.test(name) && isNumber.test(value) && wanted.includes('integer')) {
      Reflect.set(parent, name, Number(value))
      changed = true
    }
  }
  return changed
}

const isId = /(^|_)(id|uuid|ids)$/
const isNumber = /^[1-9]\d{0,14}$/

function formatFindings(
  findings: readonly Finding[],
  place: 'body' | 'parameters',
  findOwnMessage: (finding: Finding) => string | undefined,
): string {
  const incompletePaths = new Set(findings.filter(({ keyword }) => keyword === 'required').map(({ instancePath }) => instancePath))
  // That no branch of a union fits says nothing that the branches' own findings do not say better, nor that there are too few fields where one is named.
  const relevant = findings.filter(
    ({ keyword, instancePath }) =>
      keyword !== 'oneOf' && keyword !== 'anyOf' && keyword !== 'if' && !(keyword === 'minProperties' && incompletePaths.has(instancePath)),
  )
  const sentences = joinTypes(relevant.length > 0 ? relevant : findings).map(
    (finding) => findOwnMessage(finding) ?? describeOne(finding, place),
  )
  const messages = [...new Set(sentences)]
  const more = messages.length - maxListedErrors
  if (more <= 0) return messages.join('; ')
  // A validator stops looking after a thousand.
  return `${messages.slice(0, maxListedErrors).join('; ')}; and ${findings.length < maxErrors ? '' : 'at least '}${more} more`
}

/**
 * A value of one branch's type is no fault for being none of another's: only what that branch says of it, or of what is in it, helps. One of
 * no branch's type gets all types in one sentence.
 */
function joinTypes(findings: readonly Finding[]): Finding[] {
  const types = new Map<string, unknown[]>()
  // Where a finding says more of the value, or of what is in it. A body may have a hundred thousand findings, so each is looked at once.
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
/** As in generators/kit/runtime/validator-helpers.js. */
const maxErrors = 1000

/** With `{value}` filled in, for what was sent. */
function findMessage({ instancePath, keyword, params }: Finding, refusals: ErrorMessageRows, body: unknown): string | undefined {
  const steps = parsePointer(instancePath)
  const named = { required: 'missingProperty', discriminator: 'tag' }[keyword]
  if (named !== undefined) steps.push(String(params[named]))
  const refusal = refusals[steps.map((step) => (/^\d+$/.test(step) ? '*' : step)).join('.')]
  const sentence = typeof refusal === 'string' ? refusal : refusal?.[keyword]
  return sentence?.replace('{value}', () => {
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
      return `${at(params['additionalProperty'])}: is not known here`
    case 'oneOf':
      if (params['passingSchemas'] === null) return `${at()}: has none of the forms it may have`
      return `${describeMixed(at, params['mixed'])}; leave out the fields of the others`
    case 'discriminator':
      return `${at(params['tag'])}: must be one of ${[params['kinds']].flat().join(', ')}`
    default:
      return `${at()}: ${message.replace('must NOT have', 'must not have')}`
  }
}

function describeMixed(at: (name?: unknown) => string, mixed: unknown): string {
  const names = [mixed].flat().filter((name) => name !== undefined)
  if (names.length === 0) return `${at()}: mixes forms of which only one may be given`
  return `${names.map(at).join(' and ')}: of different forms, of which only one may be given`
}
