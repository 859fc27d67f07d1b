/**
 * Takes what is private out of a text. What a text is follows from its form; a text of no form that is not public becomes a name. Every
 * name that was replaced is remembered, and replaced wherever it turns up within another text.
 */
import { ipv4, ipv6, isNobodys } from './mask-address.ts'
import type { StandIns } from './stand-ins.ts'
import type { Vocabulary } from './vocabulary.ts'

export interface TextMasker {
  /** @param name the property, parameter or header that holds it */
  readonly mask: (text: string, name: string) => string
  /** Sentences of the platform: its own words stay. */
  readonly maskProse: (text: string) => string
  readonly maskUrl: (text: string) => string
  readonly maskPath: (path: string) => string
  readonly maskSecret: (text: string) => string
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const email = /^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/
const url = /^[a-z][a-z0-9+.-]*:\/\/\S+$/i
const sshKey = /^(ssh-[a-z0-9]+|ecdsa-[a-z0-9-]+|sk-[a-z0-9@.-]+) [A-Za-z0-9+/=]{20,}/
const fingerprint = /^([0-9a-f]{2}(:[0-9a-f]{2}){7,}|SHA256:[A-Za-z0-9+/=]{43,})$/i
const host = /^(\*\.)?([a-z0-9_]([a-z0-9_-]*[a-z0-9_])?\.)+[a-z][a-z0-9-]*[a-z]\.?$/i
const token = /^(?=.*[0-9])(?=.*[A-Za-z])[A-Za-z0-9+/=_.-]{20,}$/
const dashed = /^[a-z0-9]+([-_.][a-z0-9]{1,12})+$/
const numeric = /^\d+$/
/** Times, dates, durations, versions, sizes, amounts: they say when and how much, not who. */
const harmless =
  /^(\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?|\d\d:\d\d(:\d\d(\.\d+)?)?|(\d+(\.\d+)?(ns|us|ms|s|m|h|d))+|-?P[0-9.DTHMSWY]+|v?\d+(\.\d+){1,3}([-+][a-z0-9.]+)?|[-+$]?\d{1,9}(\.\d+)?\s?(%|[KMGT]i?B?)?|(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} [\d:]{8} GMT|\W*)$/
const offered = /^[A-Za-z0-9][\w.-]{0,63}$/
const platformHost = /(^|\.)(digitalocean\.com|ondigitalocean\.(com|app)|digitaloceanspaces\.com|do-ai\.run)$/i
const plainLabels = new Set(['www', 'db', 'private', 'cdn', 'api', 'cloud', 'ns1', 'ns2', 'ns3', '*'])
const wordOrLetter = /[A-Za-z0-9]/

export function createTextMasker(vocabulary: Vocabulary, make: StandIns): TextMasker {
  const names = new Map<string, string>()
  const secrets = new Map<string, string>()
  let finder: RegExp | undefined

  const remember = (original: string, masked: string): string => {
    if (original.length >= 3 && !vocabulary.keeps(original)) {
      names.set(original, masked)
      finder = undefined
    }
    return masked
  }
  const maskSecret = (text: string): string => {
    if (text === '') return text
    const masked =
      secrets.get(text) ?? (text.includes('-----BEGIN ') ? make.pem(text) : token.test(text) ? make.token(text) : make.secret(text))
    secrets.set(text, masked)
    return remember(text, masked)
  }
  const maskName = (text: string): string => names.get(text) ?? remember(text, make.name(text))

  const mask = (text: string, name: string): string => {
    if (text === '') return text
    if (vocabulary.isSecret(name) && !url.test(text)) return maskSecret(text)
    const known = names.get(text)
    if (known !== undefined) return known
    if (numeric.test(text)) return vocabulary.isId(name) ? remember(text, make.number(text)) : text
    if (vocabulary.keeps(text)) return text
    return maskForm(text, name) ?? maskRest(text, name)
  }

  /** By what a text looks like as a whole. */
  const maskForm = (text: string, name: string): string | undefined => {
    if (isNobodys(text)) return text
    if (uuid.test(text)) return remember(text, make.uuid(text))
    if (ipv4.test(text)) return remember(text, make.ipv4(text))
    if (harmless.test(text)) return text
    if (fingerprint.test(text)) return remember(text, make.fingerprint(text))
    if (ipv6.test(text)) return remember(text, make.ipv6(text))
    const urn = /^(do:[a-z0-9_-]+:)(.+)$/.exec(text)
    if (urn) return `${urn[1]}${mask(urn[2] ?? '', 'id')}`
    if (url.test(text)) return maskUrl(text)
    if (email.test(text)) return remember(text, make.email(text))
    if (text.includes('-----BEGIN ')) return maskSecret(text)
    if (sshKey.test(text)) return remember(text, make.sshKey(text))
    if (vocabulary.isOffered(name) && offered.test(text) && !contains(text)) return text
    if (host.test(text)) return remember(text, maskHost(text))
    if (token.test(text) && !dashed.test(text)) return remember(text, make.token(text))
    return undefined
  }

  const maskRest = (text: string, name: string): string => {
    if (/\s/.test(text) && !contains(text)) return remember(text, make.text(text))
    if (contains(text)) return maskPieces(text)
    // Tags, repositories, assignments: each part is a name of its own, and may be one that is known.
    if (/[:/=,@]/.test(text)) return text.replace(/[^:/=,@]+/g, (part) => (numeric.test(part) ? part : mask(part, name)))
    return wordOrLetter.test(text) ? maskName(text) : text
  }

  /** Whether a name that is known stands somewhere in it. */
  const contains = (text: string): boolean => {
    finder ??= makeFinder(names)
    finder.lastIndex = 0
    return finder.test(text)
  }
  const maskPieces = (text: string): string => {
    finder ??= makeFinder(names)
    // Where the last search ended, this one would begin.
    finder.lastIndex = 0
    let at = 0
    let masked = ''
    for (const match of text.matchAll(finder)) {
      masked += maskWords(text.slice(at, match.index)) + (names.get(match[0]) ?? '')
      at = match.index + match[0].length
    }
    return masked + maskWords(text.slice(at))
  }
  const maskWords = (text: string): string =>
    text.replace(/[^\s"'`()<>[\]{},;=|]+/g, (part) => {
      const [, core = '', end = ''] = /^(.*?)([.:!?]*)$/s.exec(part) ?? []
      return maskWord(core) + end
    })
  const maskWord = (word: string): string => {
    if (!wordOrLetter.test(word) || vocabulary.keeps(word)) return word
    if (/^\d+$/.test(word)) return word.length < 6 ? word : (names.get(word) ?? remember(word, make.number(word)))
    const parts = word.split(/[^A-Za-z0-9_]+/)
    if (parts.every((part) => part === '' || vocabulary.isProperty(part))) return word
    // Before its parts are looked at: a host, or an e-mail address, may be put together from common words.
    const formed = maskForm(word, '')
    if (formed !== undefined) return formed
    if (parts.every((part) => part.length <= 2 || isPlain(part))) return word
    return word.replace(/[^:/=@]+/g, (part) => (isPlain(part) ? part : maskName(part)))
  }
  const isPlain = (part: string): boolean =>
    /^\d{1,5}$/.test(part) || vocabulary.isProperty(part) || part.split('_').every((word) => word === '' || vocabulary.isWord(word))

  const maskHost = (text: string): string => {
    if (text === 'localhost' || (platformHost.test(`.${text}`) && text.split('.').length < 3)) return text
    const dot = text.endsWith('.') ? '.' : ''
    const labels = text.slice(0, text.length - dot.length).split('.')
    const [second = '', top = ''] = labels.slice(-2)
    const own = top.length === 2 && /^(co|com|org|net|gov|ac|edu)$/i.test(second) ? 3 : 2
    const domain = labels.slice(-own).join('.')
    const before = labels
      .slice(0, -own)
      .map((label) => (plainLabels.has(label) || vocabulary.keeps(label) || /^\d{1,3}$/.test(label) ? label : maskName(label)))
    return [...before, platformHost.test(domain) ? domain : make.domain(domain)].join('.') + dot
  }

  const maskAddress = (text: string): string => {
    if (isNobodys(text) || text === 'localhost') return text
    if (ipv4.test(text)) return remember(text, make.ipv4(text))
    if (/^\[.*\]$/.test(text)) return `[${maskForm(text.slice(1, -1), '') ?? ''}]`
    return host.test(text) ? remember(text, maskHost(text)) : mask(text, 'host')
  }

  const maskUrl = (text: string): string => {
    const [, scheme = '', user, hosts = '', path = '', query] =
      /^([a-z][a-z0-9+.-]*:\/\/)(?:([^@/?#]*)@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?/i.exec(text) ?? []
    const signedIn = user?.split(':').map((part, n) => encodeURIComponent(n === 0 ? mask(decode(part), 'user') : maskSecret(decode(part))))
    const at = hosts.split(',').map((each) => each.replace(/^(\[.*\]|[^:]*)/, maskAddress))
    return `${scheme}${signedIn ? `${signedIn.join(':')}@` : ''}${at.join(',')}${maskPath(path)}${query === undefined ? '' : `?${maskQuery(query)}`}`
  }
  const maskPath = (path: string): string =>
    path
      .split('/')
      .map((segment) => (segment === '' || vocabulary.isSegment(segment) ? segment : encodeSegment(mask(decode(segment), 'id'))))
      .join('/')
  const maskQuery = (query: string): string =>
    query
      .split('&')
      .map((pair) => {
        const [name = '', ...rest] = pair.split('=')
        const own = decode(name.replaceAll('+', ' '))
        const key = vocabulary.isProperty(own) || /^[a-z_]{1,24}(\[\])?$/.test(own) ? name : encodeURIComponent(mask(own, ''))
        return rest.length === 0 ? key : `${key}=${encodeSegment(mask(decode(rest.join('=').replaceAll('+', ' ')), own))}`
      })
      .join('&')

  return { mask, maskUrl, maskSecret, maskProse: maskPieces, maskPath: (path) => joinQuery(path, maskPath, maskQuery) }
}

function joinQuery(text: string, maskPath: (path: string) => string, maskQuery: (query: string) => string): string {
  const at = text.indexOf('?')
  return at === -1 ? maskPath(text) : `${maskPath(text.slice(0, at))}?${maskQuery(text.slice(at + 1))}`
}

/** Finds the longest first, and none within a longer word. */
function makeFinder(names: ReadonlyMap<string, string>): RegExp {
  const originals = [...names.keys()].toSorted((a, b) => b.length - a.length).map((name) => name.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
  return originals.length === 0 ? /(?!)/g : new RegExp(`(?<![A-Za-z0-9])(?:${originals.join('|')})(?![A-Za-z0-9])`, 'g')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** As clients write them: colons and slashes of tags, URNs and addresses stay readable where they may. */
const encodeSegment = (text: string) => encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%40', '@').replaceAll('%2C', ',')
