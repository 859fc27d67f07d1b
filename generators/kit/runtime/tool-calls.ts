/** How the arguments of a tool become one call of the control API. Whatever serves the tools reads their rows by this. */

export interface ArgumentRow {
  /** Where it goes in the call: `path.database_cluster_uuid`, `query.page`, `body.mysql_settings.auth_plugin`. */
  readonly to: string
  /** What its text becomes; as it is when left out. */
  readonly as?: 'integer' | 'number' | 'boolean' | 'list' | 'json'
  /** Of the number that it becomes. */
  readonly minimum?: number
  readonly maximum?: number
}

export interface ToolArguments {
  readonly arguments: Readonly<Record<string, ArgumentRow>>
  /** Of each group one at least must be given. */
  readonly oneOf?: readonly (readonly string[])[]
}

type Values = Readonly<Record<string, unknown>>

/** `undefined` for a text that is no JSON. */
type ReadJson = (text: string) => unknown

/** The parts of a request, by the names that the operation has for them. */
export interface CallParts {
  readonly path: Values
  readonly query: Values
  readonly body: Values
}

/** @param values arguments that were found to be without fault */
export function placeArguments(tool: ToolArguments, values: Values, readJson: ReadJson): CallParts {
  const parts: Readonly<Record<string, Record<string, unknown>>> = { path: {}, query: {}, body: {} }
  for (const [name, row] of Object.entries(tool.arguments)) {
    const value = convert(values[name], row, readJson)
    if (value === undefined) continue
    const [place = '', ...steps] = row.to.split('.')
    const part = parts[place] ?? {}
    if (place === 'body') set(part, steps, value)
    else part[steps.join('.')] = value
  }
  const { path = {}, query = {}, body = {} } = parts
  return { path, query, body }
}

function convert(value: unknown, { as }: ArgumentRow, readJson: ReadJson): unknown {
  if (value === undefined || as === undefined) return value
  const text = String(value)
  switch (as) {
    case 'integer':
    case 'number':
      return Number(text)
    case 'boolean':
      return text === 'true'
    case 'json':
      return readJson(text)
    case 'list':
      return text
        .split(',')
        .map((each) => each.trim())
        .filter((each) => each !== '')
  }
}

/** `['mysql_settings', 'auth_plugin']` → an object in the object. */
function set(body: Record<string, unknown>, [first = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    body[first] = value
    return
  }
  const inner = (body[first] as Record<string, unknown> | undefined) ?? {}
  body[first] = inner
  set(inner, rest, value)
}

/** One of each group must be given; two that mean the same must not. */
export function findGroupFaults({ oneOf = [], arguments: known }: ToolArguments, values: Values): string[] {
  return oneOf.flatMap((names) => {
    const given = names.filter((name) => values[name] !== undefined)
    if (given.length === 0) return [`${names.join(', ')}: one of them must be given`]
    const isSame = given.length > 1 && new Set(given.map((name) => known[name]?.to)).size === 1
    return isSame ? [`${given.join(', ')}: are one and the same, give only one of them`] : []
  })
}

export interface ValueFault {
  readonly name: string
  /** Follows the name and a colon, without a full stop. */
  readonly problem: string
  /** A sentence. */
  readonly remedy: string
}

/** What a schema of texts cannot say: whether what they become may be sent. */
export function findValueFaults({ arguments: known }: ToolArguments, values: Values, readJson: ReadJson): ValueFault[] {
  return Object.entries(known).flatMap(([name, row]) => {
    const value = values[name]
    const [problem, remedy] = value === undefined ? [] : explainValue(String(value), row, readJson)
    return problem === undefined || remedy === undefined ? [] : [{ name, problem, remedy }]
  })
}

function explainValue(text: string, { as, minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: ArgumentRow, readJson: ReadJson): string[] {
  switch (as) {
    case 'integer': {
      const remedy = `It must be a whole number from ${minimum} to ${maximum}, in quotes.`
      if (Number(text) < minimum) return ['is too small', remedy]
      return Number(text) > maximum ? ['is too large', remedy] : []
    }
    case 'list':
      return /^[\s,]*,[\s,]*$/.test(text) ? ['names nothing', 'It must be texts with commas between them, such as "one,two".'] : []
    case 'json': {
      const value = readJson(text)
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
      return isObject ? [] : ['must be one JSON object, written as a text', 'For example "{\\"connect_timeout\\":10}".']
    }
    default:
      return []
  }
}

/** The argument that takes as an object what this one takes as a text of JSON, and all arguments as if it had been given instead. */
export function getTwin(
  { arguments: known }: ToolArguments,
  values: Values,
  name: string,
  value: unknown,
): { readonly twin: string; readonly values: Values } | undefined {
  const [twin] = Object.entries(known).find(([each, { to }]) => each !== name && to === known[name]?.to) ?? []
  if (twin === undefined) return undefined
  const { [name]: _text, ...others } = values
  return { twin, values: { ...others, [twin]: value } }
}
