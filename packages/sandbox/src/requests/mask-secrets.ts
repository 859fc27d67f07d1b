/**
 * Masks secrets in headers, URLs and bodies, for the request log and for recordings. The specification marks secret properties and
 * parameters. JSON, forms and event streams are parsed; other text is scanned once.
 */
import { createSecretMask, decodeText } from '../generated/mask-secrets.ts'
import { secretProperties } from '../generated/secrets.ts'

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

/** `form_token` is a field of the sandbox's own sign-in pages. */
const entries = [...secretProperties, 'form_token']

/** Names in text that is not parsed, also as Kubernetes writes them in YAML. */
const names = new Set(
  entries.flatMap((entry) => {
    const name = entry.replace('.*', '').replace(/^.*\./, '')
    return [name, name.replaceAll('_', '-')]
  }),
)

export interface Masking {
  readonly header: (name: string, value: string) => string
  /** A URL, a path with its query, a `Link` header, or a sentence. */
  readonly url: (text: string) => string
  /**
   * @param type the media type, if it is known
   * @param parent name of the property that contains the body, for a stored object
   */
  readonly body: (text: string, type?: string, parent?: string) => string
}

/** @param replace returns the replacement of a secret */
export function createMasking(secrets: 'masked' | 'shown', replace: (secret: string) => string = () => hidden): Masking {
  if (secrets === 'shown') return { header: (_name, value) => value, url: (text) => text, body: (text) => text }

  const replaceText = (text: string) => (text === '' ? text : replace(text))
  let documents = 0
  const maskDocument = (text: string) => {
    documents += 1
    return documents > maxDocuments ? maskUnparsed(text, replaceText, mask.text) : maskBody(text)
  }
  const mask = createSecretMask(entries, replace, maskDocument)

  const maskPair = (pair: string) => {
    const at = pair.indexOf('=')
    const [name, value] = [decodeText(pair.slice(0, at)), decodeText(pair.slice(at + 1))]
    if (at < 0 || !mask.isSecret('', name)) return mask.text(pair)
    return `${pair.slice(0, at)}=${replaceText(value)}`
  }

  /** @returns undefined if the text is not JSON */
  const maskJson = (text: string, parent: string): string | undefined => {
    try {
      const value = JSON.parse(text) as unknown
      const masked = JSON.stringify(mask.value(value, parent))
      // Text without secrets stays as it was sent, spaces and large numbers included.
      return masked === JSON.stringify(value) ? text : masked
    } catch {
      return undefined
    }
  }

  const maskCutJson = (text: string, parent: string): string | undefined => {
    for (const completed of completeJson(text)) {
      const masked = maskJson(completed, parent)
      if (masked !== undefined) return masked === completed ? text : masked
    }
    return undefined
  }

  const maskEvent = (line: string) => {
    const [, name = '', data = line] = /^(data: ?)(.*)$/.exec(line) ?? []
    return name + (maskJson(data, '') ?? maskUnparsed(data, replaceText, mask.text))
  }

  const maskBody = (text: string, type = '', parent = ''): string => {
    if (type.includes('x-www-form-urlencoded')) return text.split('&').map(maskPair).join('&')
    if (type.includes('event-stream')) return text.split('\n').map(maskEvent).join('\n')
    return maskJson(text, parent) ?? maskCutJson(text, parent) ?? maskUnparsed(text, replaceText, mask.text)
  }

  return {
    header: (name, value) => {
      const lower = name.toLowerCase()
      if (publicHeaders.has(lower) || publicPrefixes.test(lower)) return mask.text(value)
      const scheme = lower.endsWith('authorization') ? (/^(?:bearer|basic|token) /i.exec(value)?.[0] ?? '') : ''
      return scheme + replaceText(value.slice(scheme.length))
    },
    url: mask.text,
    body: (text, type, parent) => {
      documents = 0
      return maskBody(text, type, parent)
    },
  }
}

/** Texts of one body that are parsed as JSON; more are scanned as text. */
const maxDocuments = 500

/** Deeper JSON is scanned as text. */
const maxDepth = 1000

/** Completes JSON that was truncated: once with the end of the last text, once without its last value. */
function completeJson(text: string): string[] {
  if (!/^\s*[[{]/.test(text)) return []
  const brackets: string[] = []
  let end = 0
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]+|\\[^]?)*"?|[{}[\],]/g)) {
    if (token === '{' || token === '[') brackets.push(token === '{' ? '}' : ']')
    if (token === '}' || token === ']') brackets.pop()
    if (brackets.length > maxDepth) return []
    if (!token.startsWith('"')) end = token === ',' ? index : index + 1
  }
  const closing = brackets.toReversed().join('')
  return [`${text}"${closing}`, text.slice(0, end) + closing]
}

/**
 * Masks the value after the name of a secret in text that is neither JSON nor a form: a page, YAML, plain text. Quotes, blanks and
 * punctuation separate names and values; `split` visits each character once.
 */
function maskUnparsed(text: string, maskSecret: (text: string) => string, maskText: (text: string) => string): string {
  const parts = text.split(/([\s"'=:;,&<>?#(){}[\]\\]+)/)
  const masked: string[] = []
  let isNamed = false
  /** End of the value: a quote, or the end of the line after a colon and a space. */
  let valueEnd: RegExp | undefined
  for (let n = 0; n < parts.length; n += 2) {
    const [word = '', after = ''] = [parts[n], parts[n + 1]]
    masked.push(isNamed ? maskSecret(word) : word, after)
    if (isNamed && valueEnd?.test(after) === false) continue
    isNamed = names.has(word) && /[=:]/.test(after)
    valueEnd = /["']$/.test(after) ? /(?:^|[^\\])["']/ : /^: +$/.test(after) ? /[\r\n]/ : undefined
  }
  return maskText(masked.join(''))
}
