/** Takes what is private out of a request and its answer: path, query, headers and bodies, with one memory for all of them. */
import type { Exchange } from '../exchange.ts'
import { readJson } from '../read-loosely.ts'
import { createStandIns } from './stand-ins.ts'
import { TextMasker } from './mask-text.ts'
import type { Vocabulary } from './vocabulary.ts'

export type MaskExchange = (exchange: Exchange) => Exchange

/** Headers that say how a request is to be understood. All others are left out: each proxy adds its own, and anything may be in them. */
const keptHeaders = new Set(
  'accept content-type ratelimit-limit ratelimit-remaining ratelimit-reset retry-after x-total-count date allow'.split(' '),
)
const opaqueHeaders = new Set(['x-request-id', 'idempotency-key', 'etag', 'if-match', 'if-none-match'])

/** Sentences of the platform, in its answers only. */
const proseName = /^(message|messages|error|errors|error_description|error_message|detail|details|reason|reasons|warning|warnings)$/

/** @param key decides the stand-ins of private addresses; random when it is not given */
export function createMasker(vocabulary: Vocabulary, key?: Uint8Array): MaskExchange {
  const text = new TextMasker(vocabulary, createStandIns(key))
  return (exchange) => {
    const failed = exchange.status >= 400
    // The request first: an answer repeats its names within sentences, where they are found only when they are known.
    const requestBody = maskBody(exchange.requestBody, exchange.requestHeaders['content-type'], text, vocabulary, 'request')
    const url = text.maskPath(exchange.url)
    return {
      ...exchange,
      origin: text.maskUrl(exchange.origin),
      url,
      requestHeaders: maskHeaders(exchange.requestHeaders, text),
      requestBody,
      body: maskBody(exchange.body, exchange.headers['content-type'], text, vocabulary, failed ? 'failure' : 'reply'),
      headers: maskHeaders(exchange.headers, text),
    }
  }
}

type Side = 'request' | 'reply' | 'failure'

function maskBody(body: string, type: string | undefined, text: TextMasker, vocabulary: Vocabulary, side: Side): string {
  if (body === '') return body
  if (type?.includes('x-www-form-urlencoded')) return text.maskPath(`?${body}`).slice(1)
  const value = readJson(body)
  if (value !== undefined) return JSON.stringify(maskJson(value, '', text, vocabulary, side))
  const lines = body.split('\n').map((line) => {
    const [, before = '', json = ''] = /^((?:data: ?)?)(.*)$/s.exec(line) ?? []
    const event = readJson(json)
    if (event !== undefined && typeof event === 'object') return before + JSON.stringify(maskJson(event, '', text, vocabulary, side))
    return line === '' || line === 'data: [DONE]' || /^event: [\w.]+$/.test(line) ? line : undefined
  })
  // Neither JSON, nor lines or events of JSON: nothing can be said about what is in it.
  return lines.includes(undefined) ? text.mask(` ${body}`, 'body') : lines.join('\n')
}

function maskJson(value: unknown, name: string, text: TextMasker, vocabulary: Vocabulary, side: Side): unknown {
  const again = (member: unknown, own: string) => maskJson(member, own, text, vocabulary, side)
  if (Array.isArray(value)) return value.map((item) => again(item, name))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([own, member]) => [isField(own, vocabulary) ? own : text.mask(own, ''), again(member, own)]),
    )
  if (typeof value === 'number') return maskNumber(value, name, text, vocabulary)
  if (typeof value !== 'string') return value
  // What a refusal is called, in one word.
  if (side === 'failure' && /^(id|code|type|error)$/.test(name) && /^[a-z_]{2,40}$/.test(value)) return value
  if (side !== 'request' && proseName.test(name)) return text.maskProse(value)
  const inner = value.startsWith('{') || value.startsWith('[') ? readJson(value) : undefined
  return inner === undefined ? text.mask(value, name) : JSON.stringify(again(inner, ''))
}

/** A field that the specification does not know yet is put together from its words; names of environment variables, labels and the like are not. */
const isField = (name: string, { isProperty, isWord }: Vocabulary) =>
  isProperty(name) || (/^[a-z_]+$/.test(name) && name.split('_').every(isWord))

/** An id is masked where it is known for one by its name, and everywhere else once it is known. */
function maskNumber(value: number, name: string, text: TextMasker, vocabulary: Vocabulary): number {
  if (!Number.isSafeInteger(value) || value < 100 || (value < 100_000 && !vocabulary.isId(name))) return value
  return Number(text.mask(String(value), name))
}

function maskHeaders(headers: Readonly<Record<string, string>>, text: TextMasker): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]): [string, string][] => {
      if (keptHeaders.has(name)) return [[name, value]]
      if (opaqueHeaders.has(name)) return [[name, text.mask(value, 'id')]]
      if (name === 'authorization' || name === 'proxy-authorization') return [[name, maskAuthorization(value, text)]]
      if (name === 'x-api-key' || name === 'x-auth-token') return [[name, text.maskSecret(value)]]
      if (name === 'cookie' || name === 'set-cookie') return [[name, maskCookies(value, text)]]
      if (name === 'location') return [[name, value.startsWith('/') ? text.maskPath(value) : text.maskUrl(value)]]
      if (name === 'link') return [[name, value.replace(/<([^>]*)>/g, (_, url: string) => `<${text.maskUrl(url)}>`)]]
      return []
    }),
  )
}

function maskAuthorization(value: string, text: TextMasker): string {
  const [scheme = '', rest = ''] = value.split(/\s+(.*)/s)
  if (!/^(bearer|basic|token)$/i.test(scheme)) return text.maskSecret(value)
  if (scheme.toLowerCase() !== 'basic') return `${scheme} ${text.maskSecret(rest)}`
  const [user = '', password = ''] = Buffer.from(rest, 'base64').toString().split(/:(.*)/s)
  return `${scheme} ${Buffer.from(`${text.maskSecret(user)}:${text.maskSecret(password)}`).toString('base64')}`
}

/** Attributes stay, but for what names a host or a path. */
function maskCookies(value: string, text: TextMasker): string {
  return value
    .split(/;\s*/)
    .flatMap((pair) => {
      const [name = '', ...rest] = pair.split('=')
      if (/^(domain|path)$/i.test(name)) return []
      if (/^(expires|max-age|samesite|secure|httponly)$/i.test(name)) return [pair]
      return [`${text.mask(name, 'cookie')}=${text.maskSecret(rest.join('='))}`]
    })
    .join('; ')
}
