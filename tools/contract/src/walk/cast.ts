/**
 * Who plays whom: the examples of the specification tell of one set of things with ids of their own, and a server gives its things other ids.
 * What a reply's example names and what the reply names in the same place are the same thing, so that the next example request can speak of it.
 */
export interface Cast {
  /** Compares the example of a reply with the reply. What is known already stays. @returns whether anything was new */
  readonly learn: (example: unknown, real: unknown) => boolean
  /** The value with everything in it replaced that is played by something else. */
  readonly recast: <Value>(value: Value) => Value
  readonly copy: () => Cast
}

/** @param known ids as the examples have them → as the server has them */
export function createCast(known: ReadonlyMap<string, string> = new Map()): Cast {
  const players = new Map(known)
  let pattern: RegExp | undefined
  const compare = (key: string, example: unknown, real: unknown): void => {
    if (Array.isArray(example) && Array.isArray(real)) {
      for (const [one, other] of pairUp(example, real)) compare(key, one, other)
    } else if (isObject(example) && isObject(real)) {
      for (const [name, value] of Object.entries(example)) compare(name, value, real[name])
    } else if (typeof example === typeof real && example !== real && isReference(key, example) && !players.has(String(example))) {
      players.set(String(example), String(real))
      pattern = undefined
    }
  }
  const recastText = (text: string): string => {
    const player = players.get(text)
    if (player !== undefined) return player
    pattern ??= new RegExp([...players.keys()].map((each) => `(?<![\\w.-])${RegExp.escape(each)}(?![\\w-])`).join('|') || '(?!)', 'g')
    return text.replace(pattern, (found) => players.get(found) ?? found)
  }
  const recast = (value: unknown): unknown => {
    if (typeof value === 'string') return recastText(value)
    if (typeof value === 'number') return Number(players.get(String(value)) ?? value)
    if (Array.isArray(value)) return value.map(recast)
    return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [recastText(key), recast(each)])) : value
  }
  return {
    learn: (example, real) => {
      const before = players.size
      compare('', example, real)
      return players.size > before
    },
    recast: <Value>(value: Value) => recast(value) as Value,
    copy: () => createCast(players),
  }
}

/** What has the same name is the same thing; without names, two lists of one length are in the same order. */
function pairUp(examples: readonly unknown[], reals: readonly unknown[]): (readonly [unknown, unknown])[] {
  const named = examples.filter((each) => nameOf(each) !== undefined)
  if (named.length > 0) return named.map((each) => [each, reals.find((real) => nameOf(real) === nameOf(each))])
  return examples.length === reals.length ? examples.map((each, index) => [each, reals[index]]) : []
}

function nameOf(value: unknown): unknown {
  return isObject(value) ? (value['name'] ?? value['slug']) : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ArrayBuffer)
}

const formsOfIds = [
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  /^[0-9a-f]{20,}$/i,
  /^\d{1,3}(\.\d{1,3}){3}$/,
  /^[0-9a-f]{1,4}(:[0-9a-f]{0,4}){2,7}$/i,
  /^([0-9a-f]{2}:){15}[0-9a-f]{2}$/i,
  /^(sk-do-|do[opr]_v1_|DO)\w{8,}/,
  /^\d{5,}$/,
]

/** Whether this names a thing, as a status or a price does not. */
function isReference(key: string, value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && value >= 10_000 && /(^|_)ids?$/.test(key)
  return typeof value === 'string' && formsOfIds.some((form) => form.test(value))
}
