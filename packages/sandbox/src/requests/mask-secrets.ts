/**
 * Masks secrets in headers, URLs and bodies, for the request log and for recordings. The specification marks secret properties and
 * parameters by name. JSON and forms are parsed; other text is scanned once.
 */
import { secretParameters, secretProperties } from '../generated/secrets.ts'

const hidden = '••••••••'

/** Headers that are not masked. All others may contain credentials. */
const publicHeaders = new Set(
  (
    'accept accept-encoding accept-language age allow cache-control connection content-disposition content-encoding content-language content-length ' +
    'content-security-policy content-type date etag expires host idempotency-key keep-alive last-modified link location origin referer ' +
    'referrer-policy retry-after server traceparent transfer-encoding user-agent vary via www-authenticate x-content-type-options x-frame-options ' +
    'x-gateway x-request-id x-total-count'
  ).split(' '),
)
const publicPrefixes = /^(?:access-control-|if-|ratelimit-|sec-|x-forwarded-|x-ratelimit-|x-sandbox-)/

const properties = new Set(secretProperties)
/** `form_token` is a field of the sandbox's own sign-in pages. */
const parameters = new Set([...secretParameters, 'form_token'])

export interface Masking {
  readonly header: (name: string, value: string) => string
  /** A URL, a path with its query, or a `Link` header. */
  readonly url: (text: string) => string
  /** @param type the media type, if it is known */
  readonly body: (text: string, type?: string) => string
}

/** @param replace returns the replacement of a secret */
export function createMasking(secrets: 'masked' | 'shown', replace: (secret: string) => string = () => hidden): Masking {
  if (secrets === 'shown') return { header: (_name, value) => value, url: (text) => text, body: (text) => text }

  const maskSecret = (text: string) => (text === '' ? text : replace(text))

  /** Masks passwords in URLs and tokens of the platform, which are secrets anywhere. */
  const maskText = (text: string) =>
    text
      .replaceAll(/(:\/\/[^\s:/@"]*:)([^\s@/"]+)(?=@)/g, (_whole, before: string, password: string) => before + maskSecret(password))
      .replaceAll(/\b(do[opr]_v1_|sk-do-)[\w-]+/g, (token, prefix: string) => prefix + maskSecret(token))

  const maskPair = (pair: string) => {
    const at = pair.indexOf('=')
    if (at < 0 || !parameters.has(decode(pair.slice(0, at)))) return maskText(pair)
    return `${pair.slice(0, at)}=${maskSecret(decode(pair.slice(at + 1)))}`
  }

  /** Masks every string in a value that is a secret as a whole. */
  const maskAll = (value: unknown): unknown => {
    if (typeof value === 'string') return maskSecret(value)
    return isObject(value) ? mapMembers(value, (_name, member) => maskAll(member)) : maskJson(value)
  }

  const maskJson = (value: unknown): unknown => {
    if (typeof value === 'string') return /^[[{]/.test(value) ? maskBody(value) : maskText(value)
    if (Array.isArray(value)) return value.map(maskJson)
    if (!isObject(value)) return value
    // An environment variable of an app says by its type whether its value is a secret.
    const isSecret = (name: string) => properties.has(name) || (name === 'value' && value['type'] === 'SECRET')
    return mapMembers(value, (name, member) => (isSecret(name) ? maskAll(member) : maskJson(member)))
  }

  const maskBody = (text: string, type = ''): string => {
    if (type.includes('x-www-form-urlencoded')) return text.split('&').map(maskPair).join('&')
    try {
      const value = JSON.parse(text) as unknown
      const masked = JSON.stringify(maskJson(value))
      // Text without secrets stays as it was sent, spaces and large numbers included.
      return masked === JSON.stringify(value) ? text : masked
    } catch {
      return maskUnparsed(text, maskSecret, maskText)
    }
  }

  const maskUrl = (text: string) =>
    text
      .split(/([?&#;,])/)
      .map((part, n) => (n % 2 === 0 ? maskPair(part) : part))
      .join('')

  return {
    header: (name, value) => {
      const lower = name.toLowerCase()
      if (publicHeaders.has(lower) || publicPrefixes.test(lower)) return maskUrl(value)
      const scheme = lower.endsWith('authorization') ? (/^(?:bearer|basic|token) /i.exec(value)?.[0] ?? '') : ''
      return scheme + maskSecret(value.slice(scheme.length))
    },
    url: maskUrl,
    body: maskBody,
  }
}

/**
 * Masks the value after the name of a secret in text that is not JSON: a truncated body, an event stream, a page, YAML. Quotes, blanks and
 * punctuation separate names and values; `split` visits each character once.
 */
function maskUnparsed(text: string, maskSecret: (text: string) => string, maskText: (text: string) => string): string {
  const parts = text.split(/([\s"'=:;,&<>?#(){}[\]\\]+)/)
  const masked: string[] = []
  let isNamed = false
  let isQuoted = false
  for (let n = 0; n < parts.length; n += 2) {
    const [word = '', after = ''] = [parts[n], parts[n + 1]]
    masked.push(isNamed ? maskSecret(word) : word, after)
    if (isNamed && isQuoted && !/(?:^|[^\\])["']/.test(after)) continue
    // HTML forms have `name="password" value="…"`.
    const isField = word === 'value' && parameters.has(parts[n - 2] ?? '')
    isNamed = (parameters.has(word) || isField) && /[=:]/.test(after)
    isQuoted = /["']$/.test(after)
  }
  return maskText(masked.join(''))
}

function mapMembers(value: object, map: (name: string, member: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, map(name, member)]))
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
