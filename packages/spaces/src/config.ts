/** Configuration of a bucket: versioning, CORS, lifecycle, policy, logging and tags, with their XML. */
import type { Grant } from './acl.ts'
import { parseCount, S3Error } from './errors.ts'
import { type Parsed, parseXml, renderXml, type XmlNode } from './xml.ts'

export interface BucketConfig {
  readonly acl: readonly Grant[]
  readonly versioning?: 'Enabled' | 'Suspended' | undefined
  readonly cors?: Rules<CorsRule> | undefined
  readonly lifecycle?: Rules<LifecycleRule> | undefined
  /** JSON as it was sent. */
  readonly policy?: string | undefined
  /** Content of the element as it was sent. */
  readonly logging?: XmlNode | undefined
  readonly tags?: Readonly<Record<string, string>> | undefined
}

export interface Rules<Rule> {
  readonly rules: readonly Rule[]
  /** Elements as they were sent. */
  readonly nodes: readonly XmlNode[]
}

export interface CorsRule {
  readonly methods: readonly string[]
  readonly origins: readonly string[]
  readonly headers: readonly string[]
  readonly exposed: readonly string[]
  readonly maxAge?: number | undefined
}

export interface LifecycleRule {
  readonly isEnabled: boolean
  readonly prefix: string
  readonly tags: Readonly<Record<string, string>>
  readonly expiration?: { readonly days?: number | undefined; readonly date?: string | undefined; readonly marker?: boolean | undefined }
  readonly noncurrentDays?: number | undefined
  readonly abortDays?: number | undefined
}

const corsMethods = new Set(['GET', 'PUT', 'POST', 'DELETE', 'HEAD'])
const maxRules = 100

export function parseCors(body: Uint8Array): Rules<CorsRule> {
  const elements = parseXml(body, 'CORSConfiguration').all('CORSRule')
  if (elements.length === 0 || elements.length > maxRules) throw new S3Error('MalformedXML')
  const rules = elements.map((rule): CorsRule => {
    const texts = (name: string) => rule.all(name).map((each) => each.text?.trim() ?? '')
    const [methods, origins] = [texts('AllowedMethod'), texts('AllowedOrigin')]
    if (methods.length === 0 || origins.length === 0) throw new S3Error('MalformedXML')
    const unknown = methods.find((method) => !corsMethods.has(method))
    if (unknown !== undefined)
      throw new S3Error('InvalidRequest', `Found unsupported HTTP method in CORS config. Unsupported method is ${unknown}`)
    const maxAge = findCount(rule, 'MaxAgeSeconds', 0)
    return { methods, origins, headers: texts('AllowedHeader'), exposed: texts('ExposeHeader'), maxAge }
  })
  return { rules, nodes: elements.map(({ node }) => node) }
}

/** Parses lifecycle rules. A rule without an id gets one. */
export function parseLifecycle(body: Uint8Array): Rules<LifecycleRule> {
  const elements = parseXml(body, 'LifecycleConfiguration').all('Rule')
  if (elements.length === 0 || elements.length > 1000) throw new S3Error('MalformedXML')
  const nodes = elements.map((rule, index) => ({ ...rule.node, ID: rule.textOf('ID') || `rule-${index + 1}` }))
  if (new Set(nodes.map(({ ID }) => ID)).size < nodes.length) throw new S3Error('InvalidArgument', 'Rule ID must be unique.')
  return { rules: elements.map(parseLifecycleRule), nodes }
}

function parseLifecycleRule(rule: Parsed): LifecycleRule {
  const status = rule.requireText('Status')
  if (status !== 'Enabled' && status !== 'Disabled') throw new S3Error('MalformedXML')
  const filter = rule.child('Filter')
  const scope = filter.child('And').exists ? filter.child('And') : filter
  const expiration = rule.child('Expiration')
  const date = expiration.textOf('Date')
  if (date !== undefined && Number.isNaN(Date.parse(date))) throw new S3Error('MalformedXML')
  const days = findCount(expiration, 'Days', 1)
  const marker = expiration.textOf('ExpiredObjectDeleteMarker')
  const noncurrentDays = findCount(rule.child('NoncurrentVersionExpiration'), 'NoncurrentDays', 1)
  const abortDays = findCount(rule.child('AbortIncompleteMultipartUpload'), 'DaysAfterInitiation', 1)
  if (!expiration.exists && noncurrentDays === undefined && abortDays === undefined && !rule.child('Transition').exists)
    throw new S3Error('InvalidRequest', 'At least one action needs to be specified in a rule.')
  return {
    isEnabled: status === 'Enabled',
    prefix: (filter.exists ? scope.textOf('Prefix') : rule.textOf('Prefix')) ?? '',
    tags: parseTags(scope.all('Tag')),
    ...(expiration.exists && { expiration: { days, date, marker: marker === undefined ? undefined : marker === 'true' } }),
    noncurrentDays,
    abortDays,
  }
}

export function parseVersioning(body: Uint8Array): BucketConfig['versioning'] {
  const status = parseXml(body, 'VersioningConfiguration').requireText('Status')
  if (status !== 'Enabled' && status !== 'Suspended') throw new S3Error('MalformedXML')
  return status
}

/** Parses the target of access logs. @throws S3Error MalformedXML */
export function parseLogging(body: Uint8Array): { readonly target: string | undefined; readonly node: XmlNode } {
  const status = parseXml(body, 'BucketLoggingStatus')
  const enabled = status.child('LoggingEnabled')
  return { target: enabled.exists ? enabled.requireText('TargetBucket') : undefined, node: status.node }
}

const maxTags = 50

export function parseTagging(body: Uint8Array): Readonly<Record<string, string>> {
  const set = parseXml(body, 'Tagging').child('TagSet')
  if (!set.exists) throw new S3Error('MalformedXML')
  return parseTags(set.all('Tag'))
}

/** Parses the header `x-amz-tagging`: `a=1&b=2`. */
export function parseTagHeader(text: string | undefined): Readonly<Record<string, string>> {
  return checkTags([...new URLSearchParams(text ?? '')])
}

function parseTags(tags: readonly Parsed[]): Readonly<Record<string, string>> {
  return checkTags(tags.map((tag) => [tag.requireText('Key'), tag.textOf('Value') ?? '']))
}

function checkTags(tags: readonly (readonly [string, string])[]): Readonly<Record<string, string>> {
  if (new Set(tags.map(([name]) => name)).size < tags.length)
    throw new S3Error('InvalidTag', 'Cannot provide multiple Tags with the same key')
  if (tags.length > maxTags || tags.some(([name, value]) => name === '' || name.length > 128 || value.length > 256))
    throw new S3Error('InvalidTag')
  return Object.fromEntries(tags)
}

export function renderTagging(tags: Readonly<Record<string, string>>): string {
  return renderXml('Tagging', { TagSet: { Tag: Object.entries(tags).map(([name, value]) => ({ Key: name, Value: value })) } })
}

/** Finds the number of an optional child element. @throws S3Error InvalidArgument */
function findCount(parent: Parsed, name: string, min: number): number | undefined {
  const text = parent.textOf(name)
  return text === undefined ? undefined : parseCount(text, `'${name}' must be a whole number from ${min}.`, min)
}
