/** Configuration of a bucket: versioning, CORS, lifecycle, policy, logging and tags, with their XML. */
import type { Grant } from './acl.ts'
import { S3Error } from './errors.ts'
import { type Parsed, parseXml, renderXml, type XmlNode } from './xml.ts'

export interface BucketConfig {
  readonly acl: readonly Grant[]
  readonly versioning?: 'Enabled' | 'Suspended' | undefined
  readonly cors?: readonly CorsRule[] | undefined
  readonly lifecycle?: readonly LifecycleRule[] | undefined
  /** JSON as it was sent. */
  readonly policy?: string | undefined
  readonly logging?: { readonly bucket: string; readonly prefix: string } | undefined
  readonly tags?: Readonly<Record<string, string>> | undefined
}

export interface CorsRule {
  readonly id?: string | undefined
  readonly methods: readonly string[]
  readonly origins: readonly string[]
  readonly headers: readonly string[]
  readonly exposed: readonly string[]
  readonly maxAge?: number | undefined
}

export interface LifecycleRule {
  readonly id: string
  readonly isEnabled: boolean
  readonly prefix: string
  /** True if the prefix was sent in the element `Filter`. */
  readonly hasFilter: boolean
  readonly tags: Readonly<Record<string, string>>
  readonly expiration?: { readonly days?: number | undefined; readonly date?: string | undefined; readonly marker?: boolean | undefined }
  readonly noncurrentDays?: number | undefined
  readonly abortDays?: number | undefined
}

const corsMethods = new Set(['GET', 'PUT', 'POST', 'DELETE', 'HEAD'])
const maxRules = 100

export function parseCors(body: Uint8Array): readonly CorsRule[] {
  const rules = parseXml(body, 'CORSConfiguration').all('CORSRule')
  if (rules.length === 0 || rules.length > maxRules) throw new S3Error('MalformedXML')
  return rules.map((rule) => {
    const texts = (name: string) => rule.all(name).map((each) => each.text?.trim() ?? '')
    const [methods, origins] = [texts('AllowedMethod'), texts('AllowedOrigin')]
    if (methods.length === 0 || origins.length === 0) throw new S3Error('MalformedXML')
    const unknown = methods.find((method) => !corsMethods.has(method))
    if (unknown !== undefined)
      throw new S3Error('InvalidRequest', `Found unsupported HTTP method in CORS config. Unsupported method is ${unknown}`)
    const maxAge = parseCount(rule, 'MaxAgeSeconds', 0)
    return { id: rule.textOf('ID'), methods, origins, headers: texts('AllowedHeader'), exposed: texts('ExposeHeader'), maxAge }
  })
}

export function renderCors(rules: readonly CorsRule[]): string {
  return renderXml('CORSConfiguration', {
    CORSRule: rules.map(({ id, methods, origins, headers, exposed, maxAge }) => ({
      ID: id,
      AllowedMethod: methods,
      AllowedOrigin: origins,
      AllowedHeader: headers,
      ExposeHeader: exposed,
      MaxAgeSeconds: maxAge,
    })),
  })
}

export function parseLifecycle(body: Uint8Array): readonly LifecycleRule[] {
  const rules = parseXml(body, 'LifecycleConfiguration').all('Rule')
  if (rules.length === 0 || rules.length > 1000) throw new S3Error('MalformedXML')
  const parsed = rules.map(parseLifecycleRule)
  if (new Set(parsed.map(({ id }) => id)).size < parsed.length) throw new S3Error('InvalidArgument', 'Rule ID must be unique.')
  return parsed
}

function parseLifecycleRule(rule: Parsed, index: number): LifecycleRule {
  const status = rule.requireText('Status')
  if (status !== 'Enabled' && status !== 'Disabled') throw new S3Error('MalformedXML')
  const filter = rule.child('Filter')
  const scope = filter.child('And').exists ? filter.child('And') : filter
  const expiration = rule.child('Expiration')
  const date = expiration.textOf('Date')
  if (date !== undefined && Number.isNaN(Date.parse(date))) throw new S3Error('MalformedXML')
  const days = parseCount(expiration, 'Days', 1)
  const marker = expiration.textOf('ExpiredObjectDeleteMarker')
  const noncurrentDays = parseCount(rule.child('NoncurrentVersionExpiration'), 'NoncurrentDays', 1)
  const abortDays = parseCount(rule.child('AbortIncompleteMultipartUpload'), 'DaysAfterInitiation', 1)
  if (!expiration.exists && noncurrentDays === undefined && abortDays === undefined && !rule.child('Transition').exists)
    throw new S3Error('InvalidRequest', 'At least one action needs to be specified in a rule.')
  return {
    id: rule.textOf('ID') || `rule-${index + 1}`,
    isEnabled: status === 'Enabled',
    prefix: (filter.exists ? scope.textOf('Prefix') : rule.textOf('Prefix')) ?? '',
    hasFilter: filter.exists,
    tags: parseTags(scope.all('Tag')),
    ...(expiration.exists && { expiration: { days, date, marker: marker === undefined ? undefined : marker === 'true' } }),
    noncurrentDays,
    abortDays,
  }
}

export function renderLifecycle(rules: readonly LifecycleRule[]): string {
  return renderXml('LifecycleConfiguration', {
    Rule: rules.map(({ id, isEnabled, prefix, hasFilter, tags, expiration, noncurrentDays, abortDays }) => ({
      ID: id,
      ...(hasFilter ? { Filter: renderFilter(prefix, tags) } : { Prefix: prefix }),
      Status: isEnabled ? 'Enabled' : 'Disabled',
      Expiration: expiration && { Days: expiration.days, Date: expiration.date, ExpiredObjectDeleteMarker: expiration.marker },
      NoncurrentVersionExpiration: noncurrentDays === undefined ? undefined : { NoncurrentDays: noncurrentDays },
      AbortIncompleteMultipartUpload: abortDays === undefined ? undefined : { DaysAfterInitiation: abortDays },
    })),
  })
}

function renderFilter(prefix: string, tags: Readonly<Record<string, string>>): XmlNode {
  const rendered = renderTagList(tags)
  return rendered.length === 0 ? { Prefix: prefix } : { And: { Prefix: prefix, Tag: rendered } }
}

export function parseVersioning(body: Uint8Array): BucketConfig['versioning'] {
  const status = parseXml(body, 'VersioningConfiguration').requireText('Status')
  if (status !== 'Enabled' && status !== 'Suspended') throw new S3Error('MalformedXML')
  return status
}

export function parseLogging(body: Uint8Array): BucketConfig['logging'] {
  const enabled = parseXml(body, 'BucketLoggingStatus').child('LoggingEnabled')
  return enabled.exists ? { bucket: enabled.requireText('TargetBucket'), prefix: enabled.textOf('TargetPrefix') ?? '' } : undefined
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
  return renderXml('Tagging', { TagSet: { Tag: renderTagList(tags) } })
}

function renderTagList(tags: Readonly<Record<string, string>>): readonly XmlNode[] {
  return Object.entries(tags).map(([name, value]) => ({ Key: name, Value: value }))
}

/** Parses a number of an optional child element. @throws S3Error */
function parseCount(parent: Parsed, name: string, min: number): number | undefined {
  const text = parent.textOf(name)
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text) || Number(text) < min) throw new S3Error('InvalidArgument', `'${name}' must be a whole number from ${min}.`)
  return Number(text)
}
