/**
 * Takes what is private out of a text. What a text is follows from its form; a text of no form that is not public becomes a name. Every
 * name that was replaced is remembered, and replaced wherever it turns up within another text.
 */
import { makeFinder } from '../make-finder.ts'
import { decode } from '../read-loosely.ts'
import { ipv4, ipv6, isNobodys } from './mask-address.ts'
import type { StandIns } from './stand-ins.ts'
import type { Vocabulary } from './vocabulary.ts'

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

export class TextMasker {
  readonly #vocabulary: Vocabulary
  readonly #make: StandIns
  readonly #names = new Map<string, string>()
  readonly #secrets = new Map<string, string>()
  #finder: RegExp | undefined

  constructor(vocabulary: Vocabulary, make: StandIns) {
    this.#vocabulary = vocabulary
    this.#make = make
  }

  #remember(original: string, masked: string): string {
    if (original.length >= 3 && !this.#vocabulary.keeps(original)) {
      this.#names.set(original, masked)
      this.#finder = undefined
    }
    return masked
  }

  maskSecret(text: string): string {
    if (text === '') return text
    const masked =
      this.#secrets.get(text) ??
      (text.includes('-----BEGIN ') ? this.#make.pem(text) : token.test(text) ? this.#make.token(text) : this.#make.secret(text))
    this.#secrets.set(text, masked)
    return this.#remember(text, masked)
  }

  #maskName(text: string): string {
    return this.#names.get(text) ?? this.#remember(text, this.#make.name(text))
  }

  /** @param name the property, parameter or header that holds it */
  mask(text: string, name: string): string {
    if (text === '') return text
    if (this.#vocabulary.isSecret(name) && !url.test(text)) return this.maskSecret(text)
    const known = this.#names.get(text)
    if (known !== undefined) return known
    if (numeric.test(text)) return this.#vocabulary.isId(name) ? this.#remember(text, this.#make.number(text)) : text
    if (this.#vocabulary.keeps(text)) return text
    return this.#maskForm(text, name) ?? this.#maskRest(text, name)
  }

  /** By what a text looks like as a whole. */
  #maskForm(text: string, name: string): string | undefined {
    if (isNobodys(text)) return text
    if (uuid.test(text)) return this.#remember(text, this.#make.uuid(text))
    if (ipv4.test(text)) return this.#remember(text, this.#make.ipv4(text))
    if (harmless.test(text)) return text
    if (fingerprint.test(text)) return this.#remember(text, this.#make.fingerprint(text))
    if (ipv6.test(text)) return this.#remember(text, this.#make.ipv6(text))
    const urn = /^(do:[a-z0-9_-]+:)(.+)$/.exec(text)
    if (urn) return `${urn[1]}${this.mask(urn[2] ?? '', 'id')}`
    if (url.test(text)) return this.maskUrl(text)
    if (email.test(text)) return this.#remember(text, this.#make.email(text))
    if (text.includes('-----BEGIN ')) return this.maskSecret(text)
    if (sshKey.test(text)) return this.#remember(text, this.#make.sshKey(text))
    if (this.#vocabulary.isOffered(name) && offered.test(text) && !this.#contains(text)) return text
    if (host.test(text)) return this.#remember(text, this.#maskHost(text))
    if (token.test(text) && !dashed.test(text)) return this.#remember(text, this.#make.token(text))
    return undefined
  }

  #maskRest(text: string, name: string): string {
    if (/\s/.test(text) && !this.#contains(text)) return this.#remember(text, this.#make.text(text))
    if (this.#contains(text)) return this.maskProse(text)
    // Tags, repositories, assignments: each part is a name of its own, and may be one that is known.
    if (/[:/=,@]/.test(text)) return text.replace(/[^:/=,@]+/g, (part) => (numeric.test(part) ? part : this.mask(part, name)))
    return wordOrLetter.test(text) ? this.#maskName(text) : text
  }

  /** Whether a name that is known stands somewhere in it. */
  #contains(text: string): boolean {
    this.#finder ??= makeFinder(this.#names)
    this.#finder.lastIndex = 0
    return this.#finder.test(text)
  }

  /** Sentences of the platform: its own words stay. */
  maskProse(text: string): string {
    this.#finder ??= makeFinder(this.#names)
    // Where the last search ended, this one would begin.
    this.#finder.lastIndex = 0
    let at = 0
    let masked = ''
    for (const match of text.matchAll(this.#finder)) {
      masked += this.#maskWords(text.slice(at, match.index)) + (this.#names.get(match[0]) ?? '')
      at = match.index + match[0].length
    }
    return masked + this.#maskWords(text.slice(at))
  }

  #maskWords(text: string): string {
    return text.replace(/[^\s"'`()<>[\]{},;=|]+/g, (part) => {
      const [, core = '', end = ''] = /^(.*?)([.:!?]*)$/s.exec(part) ?? []
      return this.#maskWord(core) + end
    })
  }

  #maskWord(word: string): string {
    if (!wordOrLetter.test(word) || this.#vocabulary.keeps(word)) return word
    if (/^\d+$/.test(word)) return word.length < 6 ? word : (this.#names.get(word) ?? this.#remember(word, this.#make.number(word)))
    const parts = word.split(/[^A-Za-z0-9_]+/)
    if (parts.every((part) => part === '' || this.#vocabulary.isProperty(part))) return word
    // Before its parts are looked at: a host, or an e-mail address, may be put together from common words.
    const formed = this.#maskForm(word, '')
    if (formed !== undefined) return formed
    if (parts.every((part) => part.length <= 2 || this.#isPlain(part))) return word
    return word.replace(/[^:/=@]+/g, (part) => (this.#isPlain(part) ? part : this.#maskName(part)))
  }

  #isPlain(part: string): boolean {
    return (
      /^\d{1,5}$/.test(part) ||
      this.#vocabulary.isProperty(part) ||
      part.split('_').every((word) => word === '' || this.#vocabulary.isWord(word))
    )
  }

  #maskHost(text: string): string {
    if (text === 'localhost' || (platformHost.test(`.${text}`) && text.split('.').length < 3)) return text
    const dot = text.endsWith('.') ? '.' : ''
    const labels = text.slice(0, text.length - dot.length).split('.')
    const [second = '', top = ''] = labels.slice(-2)
    const own = top.length === 2 && /^(co|com|org|net|gov|ac|edu)$/i.test(second) ? 3 : 2
    const domain = labels.slice(-own).join('.')
    const before = labels
      .slice(0, -own)
      .map((label) => (plainLabels.has(label) || this.#vocabulary.keeps(label) || /^\d{1,3}$/.test(label) ? label : this.#maskName(label)))
    return [...before, platformHost.test(domain) ? domain : this.#make.domain(domain)].join('.') + dot
  }

  #maskAddress(text: string): string {
    if (isNobodys(text) || text === 'localhost') return text
    if (ipv4.test(text)) return this.#remember(text, this.#make.ipv4(text))
    if (/^\[.*\]$/.test(text)) return `[${this.#maskForm(text.slice(1, -1), '') ?? ''}]`
    return host.test(text) ? this.#remember(text, this.#maskHost(text)) : this.mask(text, 'host')
  }

  maskUrl(text: string): string {
    const [, scheme = '', user, hosts = '', path = '', query] =
      /^([a-z][a-z0-9+.-]*:\/\/)(?:([^@/?#]*)@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?/i.exec(text) ?? []
    const signedIn = user
      ?.split(':')
      .map((part, n) => encodeURIComponent(n === 0 ? this.mask(decode(part), 'user') : this.maskSecret(decode(part))))
    const at = hosts.split(',').map((each) => each.replace(/^(\[.*\]|[^:]*)/, (address) => this.#maskAddress(address)))
    return `${scheme}${signedIn ? `${signedIn.join(':')}@` : ''}${at.join(',')}${this.#maskSegments(path)}${query === undefined ? '' : `?${this.#maskQuery(query)}`}`
  }

  /** With what it asks for. */
  maskPath(path: string): string {
    const [segments = '', ...query] = path.split('?')
    return this.#maskSegments(segments) + (query.length === 0 ? '' : `?${this.#maskQuery(query.join('?'))}`)
  }

  #maskSegments(path: string): string {
    return path
      .split('/')
      .map((segment) => (segment === '' || this.#vocabulary.isSegment(segment) ? segment : encodeSegment(this.mask(decode(segment), 'id'))))
      .join('/')
  }

  #maskQuery(query: string): string {
    return query
      .split('&')
      .map((pair) => {
        const [name = '', ...rest] = pair.split('=')
        const own = decode(name.replaceAll('+', ' '))
        const key = this.#vocabulary.isProperty(own) || /^[a-z_]{1,24}(\[\])?$/.test(own) ? name : encodeURIComponent(this.mask(own, ''))
        return rest.length === 0 ? key : `${key}=${encodeSegment(this.mask(decode(rest.join('=').replaceAll('+', ' ')), own))}`
      })
      .join('&')
  }
}

/** As clients write them: colons and slashes of tags, URNs and addresses stay readable where they may. */
const encodeSegment = (text: string) => encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%40', '@').replaceAll('%2C', ',')
