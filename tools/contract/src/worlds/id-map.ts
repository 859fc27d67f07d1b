/**
 * The examples of the specification tell of one set of things with ids of their own, and a server gives its things other ids.
 * What a reply's example names and what the reply names in the same place are the same thing, so that the next example request can speak of it.
 */
export class IdMap {
  /** What the examples say → what this server says. */
  readonly #real: Map<string, string>
  #pattern: RegExp | undefined

  constructor(known: ReadonlyMap<string, string> = new Map()) {
    this.#real = new Map(known)
  }

  /** Compares the example of a reply with the reply. What is known already stays. @returns whether anything was new */
  learn(example: unknown, real: unknown): boolean {
    const news = new Map([...listPairs('', example, real)].filter(([each]) => !this.#real.has(each)))
    this.put(news)
    return news.size > 0
  }

  /** The same, but what is learned now counts more than what is known. */
  relearn(example: unknown, real: unknown): void {
    this.put(listPairs('', example, real, [...formsOfIds, time]))
  }

  put(pairs: ReadonlyMap<string, string>): void {
    if (pairs.size === 0) return
    for (const [example, real] of pairs) this.#real.set(example, real)
    this.#pattern = undefined
  }

  /** The value with every id replaced that is another here. */
  translate<Value>(value: Value): Value {
    return this.#translate(value) as Value
  }

  /** What the examples say and what this server says, where that is another. */
  pairs(): (readonly [string, string])[] {
    return [...this.#real].filter(([example, real]) => example !== real)
  }

  copy(): IdMap {
    return new IdMap(this.#real)
  }

  #translate(value: unknown): unknown {
    if (typeof value === 'string') return this.#translateText(value)
    if (typeof value === 'number') return Number(this.#real.get(String(value)) ?? value)
    if (Array.isArray(value)) return value.map((each) => this.#translate(each))
    if (!isPlain(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [this.#translateText(key), this.#translate(each)]))
  }

  #translateText(text: string): string {
    const whole = this.#real.get(text)
    if (whole !== undefined || this.#real.size === 0) return whole ?? text
    this.#pattern ??= new RegExp(`(?<![\\w.-])(?:${[...this.#real.keys()].map(escapeOnce).join('|')})(?![\\w-])`, 'g')
    return text.replace(this.#pattern, (found) => this.#real.get(found) ?? found)
  }
}

/** What was learned once stands in every pattern from then on, in every world. */
const escaped = new Map<string, string>()

function escapeOnce(text: string): string {
  const known = escaped.get(text) ?? text.replaceAll(/\W/g, '\\$&')
  escaped.set(text, known)
  return known
}

/** What stands in the same place and names a thing, the first of several that the example gives one name. */
function listPairs(key: string, example: unknown, real: unknown, forms: readonly RegExp[] = formsOfIds): Map<string, string> {
  const pairs = new Map<string, string>()
  const add = (more: ReadonlyMap<string, string>) => {
    for (const [one, other] of more) if (!pairs.has(one)) pairs.set(one, other)
  }
  if (Array.isArray(example) && Array.isArray(real))
    for (const [one, other] of pairUp(example, real)) add(listPairs(key, one, other, forms))
  else if (isPlain(example) && isPlain(real))
    for (const [name, value] of Object.entries(example)) add(listPairs(name, value, real[name], forms))
  else if (typeof example === 'string' && typeof real === 'string' && URL.canParse(example) && URL.canParse(real)) {
    const parameters = new URL(real).searchParams
    for (const [name, value] of new URL(example).searchParams) add(listPairs(name, value, parameters.get(name), forms))
  } else if (areReferences(key, example, real, forms)) pairs.set(String(example), String(real))
  return pairs
}

/** What has the same name is the same thing; without names, what stands in the same place. */
function pairUp(examples: readonly unknown[], reals: readonly unknown[]): (readonly [unknown, unknown])[] {
  const named = examples.filter((each) => nameOf(each) !== undefined)
  if (named.length > 0) return named.map((each) => [each, reals.find((real) => nameOf(real) === nameOf(each))])
  return examples.map((each, index) => [each, reals[index]])
}

function nameOf(value: unknown): string | undefined {
  if (!isPlain(value)) return undefined
  const { name, slug, type } = value
  return (name ?? slug) === undefined ? undefined : [name ?? slug, type].join(' ')
}

/** As JSON has them: no bytes. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

const formsOfIds = [
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  /^[0-9a-f]{20,}$/i,
  /^\d{1,3}(\.\d{1,3}){3}$/,
  /^[0-9a-f]{1,4}(:[0-9a-f]{0,4}){2,7}$/i,
  /^([0-9a-f]{2}:){15}[0-9a-f]{2}$/i,
  /^(sk-do-|do[fopr]_v1_)\w+/,
  /^acl[0-9a-f]{7,}$/,
  /^uploads\//,
  /^[A-Z0-9]{20}$/,
  /-\d{8}-\d{4}$/,
  /-[0-9a-z]{8,10}-[0-9a-z]{5}$/,
  /^\d{5,}$/,
]
/** Names what has no other name, such as a backup. */
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** Whether both name a thing in the same way, as a status or a price does not. */
function areReferences(key: string, example: unknown, real: unknown, forms: readonly RegExp[]): boolean {
  if (typeof example === 'number') return example >= 10_000 && Number.isInteger(real) && /(^|_)ids?$/.test(key)
  // A private address is never what is called by a public one.
  if (isPrivate(example) !== isPrivate(real)) return false
  return typeof example === 'string' && typeof real === 'string' && forms.some((form) => form.test(example) && form.test(real))
}

const isPrivate = (value: unknown) => typeof value === 'string' && value.startsWith('10.')
