/** Bucket policies: validation, and the decision for a request. */
import { BlockList } from 'node:net'
import { S3Error } from './errors.ts'

export interface PolicyRequest {
  /** Action like `s3:GetObject`. */
  readonly action: string
  readonly bucket: string
  /** Empty for the bucket itself. */
  readonly key: string
  /** Undefined for an anonymous caller. */
  readonly account: string | undefined
  /** Values of condition keys, with lower-case names such as `aws:sourceip`. */
  readonly context: Readonly<Record<string, string | undefined>>
}

type Json = Readonly<Record<string, unknown>>

/** @throws S3Error MalformedPolicy */
export function parsePolicy(text: string): Json {
  try {
    const policy: unknown = JSON.parse(text)
    if (isJson(policy)) return policy
  } catch {}
  throw new S3Error('MalformedPolicy')
}

/** @throws S3Error MalformedPolicy */
export function checkPolicy(text: string): void {
  const statements = toList(parsePolicy(text)['Statement'])
  if (statements.length === 0) throw new S3Error('MalformedPolicy', 'Missing required field Statement')
  for (const statement of statements) {
    if (!isJson(statement)) throw new S3Error('MalformedPolicy')
    if (statement['Effect'] !== 'Allow' && statement['Effect'] !== 'Deny') throw new S3Error('MalformedPolicy', 'Invalid effect')
    for (const name of ['Principal', 'Action', 'Resource'])
      if (!(name in statement) && !(`Not${name}` in statement)) throw new S3Error('MalformedPolicy', `Missing required field ${name}`)
  }
}

/** Decides about a request; undefined if no statement matches. A `Deny` takes precedence. */
export function evaluatePolicy(text: string, request: PolicyRequest): 'Allow' | 'Deny' | undefined {
  const matched = toList(parsePolicy(text)['Statement']).flatMap((each) => (isJson(each) && matchesStatement(each, request) ? [each] : []))
  const effects = new Set(matched.map((statement) => statement['Effect']))
  if (effects.has('Deny')) return 'Deny'
  return effects.has('Allow') ? 'Allow' : undefined
}

function matchesStatement(statement: Json, request: PolicyRequest): boolean {
  const { bucket, key, action, account, context } = request
  const resource = key === '' ? bucket : `${bucket}/${key}`
  return (
    matchesField(statement, 'Action', (pattern) => matchesPattern(pattern.toLowerCase(), action.toLowerCase())) &&
    matchesField(statement, 'Resource', (pattern) => matchesPattern(pattern.replace(/^arn:aws:s3:[^:]*:[^:]*:/, ''), resource)) &&
    matchesField(
      statement,
      'Principal',
      (pattern) => pattern === '*' || (account !== undefined && pattern.split(/[:/]/).includes(account)),
    ) &&
    matchesConditions(statement['Condition'], context, statement['Effect'] === 'Deny')
  )
}

function matchesField(statement: Json, name: string, matches: (pattern: string) => boolean): boolean {
  const excluded = statement[`Not${name}`]
  if (excluded !== undefined) return !listTexts(excluded).some(matches)
  return listTexts(statement[name]).some(matches)
}

/** @param ifUnknown result for an operator that is not supported */
function matchesConditions(conditions: unknown, context: PolicyRequest['context'], ifUnknown: boolean): boolean {
  if (!isJson(conditions)) return true
  return Object.entries(conditions).every(([operator, keys]) =>
    Object.entries(isJson(keys) ? keys : {}).every(([name, expected]) => {
      const isOptional = operator.endsWith('IfExists')
      const compare = operators[operator.replace(/IfExists$/, '')]
      const actual = context[name.toLowerCase()]
      if (!compare) return ifUnknown
      if (actual === undefined) return isOptional || operator.includes('Not')
      const values = toList(expected).map(String)
      return operator.includes('Not') ? values.every((value) => compare(actual, value)) : values.some((value) => compare(actual, value))
    }),
  )
}

const operators: Readonly<Record<string, ((actual: string, expected: string) => boolean) | undefined>> = {
  StringEquals: (actual, expected) => actual === expected,
  StringNotEquals: (actual, expected) => actual !== expected,
  StringLike: (actual, expected) => matchesPattern(expected, actual),
  StringNotLike: (actual, expected) => !matchesPattern(expected, actual),
  Bool: (actual, expected) => actual === expected.toLowerCase(),
  IpAddress: (actual, expected) => isInRange(actual, expected),
  NotIpAddress: (actual, expected) => !isInRange(actual, expected),
}

/** Compares an address with a range like `10.0.0.0/8`. */
function isInRange(address: string, range: string): boolean {
  const family = (text: string) => (text.includes(':') ? 'ipv6' : 'ipv4')
  const [network = '', bits = family(range) === 'ipv6' ? 128 : 32] = range.split('/')
  const list = new BlockList()
  try {
    list.addSubnet(network, Number(bits), family(range))
    return list.check(address, family(address))
  } catch {
    return false
  }
}

/** Matches `*` and `?` without backtracking, because the pattern comes from a client. */
export function matchesPattern(pattern: string, text: string): boolean {
  let [at, patternAt, starAt, starText] = [0, 0, -1, 0]
  while (at < text.length) {
    if (pattern[patternAt] === '*') {
      starAt = patternAt
      starText = at
      patternAt += 1
    } else if (patternAt < pattern.length && (pattern[patternAt] === '?' || pattern[patternAt] === text[at])) {
      at += 1
      patternAt += 1
    } else if (starAt !== -1) {
      patternAt = starAt + 1
      starText += 1
      at = starText
    } else return false
  }
  while (pattern[patternAt] === '*') patternAt += 1
  return patternAt === pattern.length
}

function listTexts(value: unknown): readonly string[] {
  return isJson(value) ? Object.values(value).flatMap(listTexts) : toList(value).map(String)
}

export function toList(value: unknown): readonly unknown[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
