/**
 * The examples of the specification tell one story with ids of their own. As the story is played on a platform, this learns which
 * real id stands where the story has which, so that every example can be sent as a request about things that exist.
 */
export interface Cast {
  /** Sets the example of a reply beside the real one. What was learned first stays. */
  readonly learn: (example: unknown, actual: unknown) => void
  readonly set: (example: unknown, actual: unknown) => void
  /** The same value about things that exist, as far as they are known. */
  readonly play: <T>(value: T) => T
  readonly knows: (example: unknown) => boolean
}

export function createCast(): Cast {
  const real = new Map<string, unknown>()
  const set = (example: unknown, actual: unknown) => {
    const key = keyOf(example)
    // An answer may only repeat what it was asked with.
    if (actual !== undefined && actual !== '' && example !== actual && !real.has(key)) real.set(key, actual)
  }
  const learn = (example: unknown, actual: unknown, name = ''): void => {
    if (Array.isArray(example) && Array.isArray(actual)) {
      for (const [position, item] of example.entries()) learn(item, findTwin(item, actual, position), name)
    } else if (isObject(example) && isObject(actual)) {
      if (isAnother(example, actual)) return
      for (const [key, value] of Object.entries(example)) if (Object.hasOwn(actual, key)) learn(value, actual[key], key)
    } else if (
      isScalar(example) &&
      isScalar(actual) &&
      typeof example === typeof actual &&
      isReference(name, example) &&
      shapeOf(example) === shapeOf(actual)
    )
      set(example, actual)
  }
  const playText = (text: string): string => {
    const whole = real.get(keyOf(text))
    if (typeof whole === 'string') return whole
    // Ids inside of others: URNs, comma-separated lists, addresses.
    return text.replaceAll(inner, (part) => {
      const known = real.get(keyOf(part)) ?? real.get(keyOf(Number(part)))
      return known === undefined ? part : String(known)
    })
  }
  const play = (value: unknown): unknown => {
    if (typeof value === 'string') return playText(value)
    if (typeof value === 'number') return real.get(keyOf(value)) ?? value
    if (Array.isArray(value)) return value.map(play)
    if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, member]) => [playText(key), play(member)]))
    return value
  }
  return { learn, set, play: play as Cast['play'], knows: (example) => real.has(keyOf(example)) }
}

const inner = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b\d{6,}\b/g
const telling =
  /(?:^|_)(?:id|ids|uuid|uuids|ip|key|slug|digest|urn|fingerprint|token|host|default|reserved_ip|floating_ip|access_key|namespace)$/

/** Whether the platform chose the value, and not the one who asked. */
function isReference(name: string, value: string | number | boolean): boolean {
  if (typeof value === 'number') return value >= 100 && telling.test(name)
  if (typeof value !== 'string' || value === '') return false
  return new RegExp(`^(?:${inner.source})$`).test(value) || telling.test(name)
}

const shapes: readonly (readonly [string, RegExp])[] = [
  ['uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/],
  ['ipv4', /^\d{1,3}(?:\.\d{1,3}){3}$/],
  ['ipv6', /^(?=.*:.*:)[0-9a-f:]+$/],
  ['digits', /^\d+$/],
]

/** One kind of id never stands for another. */
function shapeOf(value: string | number | boolean): string {
  return shapes.find(([, pattern]) => pattern.test(String(value)))?.[0] ?? typeof value
}

/** What the one who asks names a thing by. */
const names = ['name', 'slug', 'fingerprint', 'origin', 'topic_name', 'ip_range', 'prefix', 'title'] as const

function isAnother(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean {
  const name = names.find((field) => typeof one[field] === 'string' && typeof other[field] === 'string')
  return name !== undefined && one[name] !== other[name]
}

/** The object of the same name or id, else the one in the same place. */
function findTwin(item: unknown, among: readonly unknown[], position: number): unknown {
  if (!isObject(item)) return among[position]
  const own = names.find((field) => typeof item[field] === 'string') ?? 'id'
  return among.find((each) => item[own] !== undefined && isObject(each) && each[own] === item[own]) ?? among[position]
}

function keyOf(value: unknown): string {
  return `${typeof value} ${String(value)}`
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** How many leaves two values have in common: which of several examples an answer is like. */
export function countAlike(one: unknown, other: unknown): number {
  if (Array.isArray(one) && Array.isArray(other)) return one.reduce<number>((sum, item, at) => sum + countAlike(item, other[at]), 0)
  if (isObject(one) && isObject(other)) return Object.entries(one).reduce((sum, [key, value]) => sum + countAlike(value, other[key]), 0)
  return one === other ? 1 : 0
}
