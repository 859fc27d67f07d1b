/** Converts the arguments of a tool into one request of the control API. */

export interface ArgumentRow {
  /** Target in the request: `path.database_cluster_uuid`, `query.page`, `body.mysql_settings.auth_plugin`. */
  readonly to: string
  /** Type to convert the string to; unchanged if omitted. */
  readonly as?: 'integer' | 'number' | 'boolean' | 'list' | 'json'
  /** Bounds of the converted number. */
  readonly minimum?: number
  readonly maximum?: number
}

export interface ToolArguments {
  readonly arguments: Readonly<Record<string, ArgumentRow>>
  /** Groups of which at least one argument is required. */
  readonly oneOf?: readonly (readonly string[])[]
}

type Values = Readonly<Record<string, unknown>>

/** Returns `undefined` for invalid JSON. */
type ParseJson = (text: string) => unknown

/** Parts of a request, by the parameter names of the operation. */
export interface CallParts {
  readonly path: Values
  readonly query: Values
  readonly body: Values
}

/** @param values validated arguments */
export function buildCallParts(tool: ToolArguments, values: Values, parseJson: ParseJson): CallParts {
  const parts: Readonly<Record<string, Record<string, unknown>>> = { path: {}, query: {}, body: {} }
  for (const [name, row] of Object.entries(tool.arguments)) {
    const value = convert(values[name], row, parseJson)
    if (value === undefined) continue
    const [location = '', ...steps] = row.to.split('.')
    const part = parts[location] ?? {}
    if (location === 'body') setNested(part, steps, value)
    else part[steps.join('.')] = value
  }
  const { path = {}, query = {}, body = {} } = parts
  return { path, query, body }
}

function convert(value: unknown, { as }: ArgumentRow, parseJson: ParseJson): unknown {
  if (value === undefined || as === undefined) return value
  const text = String(value)
  switch (as) {
    case 'integer':
    case 'number':
      return Number(text)
    case 'boolean':
      return text === 'true'
    case 'json':
      return parseJson(text)
    case 'list':
      return text
        .split(',')
        .map((each) => each.trim())
        .filter((each) => each !== '')
  }
}

/** Sets a nested property, for example `mysql_settings.auth_plugin`. */
function setNested(body: Record<string, unknown>, [first = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    body[first] = value
    return
  }
  const inner = (body[first] as Record<string, unknown> | undefined) ?? {}
  body[first] = inner
  setNested(inner, rest, value)
}

/** Reports groups without an argument, and aliases that were sent together. */
export function findGroupErrors({ oneOf = [], arguments: known }: ToolArguments, values: Values): string[] {
  return oneOf.flatMap((names) => {
    const presentNames = names.filter((name) => values[name] !== undefined)
    if (presentNames.length === 0) return [`${names.join(', ')}: at least one is required`]
    const isSame = presentNames.length > 1 && new Set(presentNames.map((name) => known[name]?.to)).size === 1
    return isSame ? [`${presentNames.join(', ')}: are aliases, send only one of them`] : []
  })
}

export interface ValueError {
  readonly name: string
  /** Phrase that follows the name and a colon. */
  readonly problem: string
  /** Full sentence. */
  readonly remedy: string
}

/** Checks the converted values, which the schema of strings cannot describe. */
export function findValueErrors({ arguments: known }: ToolArguments, values: Values, parseJson: ParseJson): ValueError[] {
  return Object.entries(known).flatMap(([name, row]) => {
    const value = values[name]
    const [problem, remedy] = value === undefined ? [] : explainValue(String(value), row, parseJson)
    return problem === undefined || remedy === undefined ? [] : [{ name, problem, remedy }]
  })
}

function explainValue(text: string, { as, minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: ArgumentRow, parseJson: ParseJson): string[] {
  switch (as) {
    case 'integer': {
      const remedy = `It must be an integer from ${minimum} to ${maximum}, encoded as a string.`
      if (Number(text) < minimum) return ['is too small', remedy]
      return Number(text) > maximum ? ['is too large', remedy] : []
    }
    case 'list':
      return /^[\s,]*,[\s,]*$/.test(text) ? ['is an empty list', 'It must be a comma-separated list, such as "one,two".'] : []
    case 'json': {
      const value = parseJson(text)
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
      return isObject ? [] : ['must be a JSON object, encoded as a string', 'Example: "{\\"connect_timeout\\":10}".']
    }
    default:
      return []
  }
}

/** Finds the alias that takes an object instead of JSON text, and rewrites the arguments to use it. */
export function findAlias(
  { arguments: known }: ToolArguments,
  values: Values,
  name: string,
  value: unknown,
): { readonly alias: string; readonly values: Values } | undefined {
  const [alias] = Object.entries(known).find(([each, { to }]) => each !== name && to === known[name]?.to) ?? []
  if (alias === undefined) return undefined
  const { [name]: _text, ...others } = values
  return { alias, values: { ...others, [alias]: value } }
}
