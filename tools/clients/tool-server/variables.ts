/** Values from earlier results, by variable name. */
export type Variables = Map<string, unknown>

/** Substitutes `{name}` in all strings of a value. A string that is only `{name}` becomes the value with its type. */
export function substituteVariables<T>(value: T, variables: Variables): T
export function substituteVariables(value: unknown, variables: Variables): unknown {
  if (typeof value === 'string') {
    const alone = /^\{([a-z]\w*)\}$/i.exec(value)?.[1]
    return alone === undefined
      ? value.replaceAll(/\{([a-z]\w*)\}/gi, (_whole, name: string) => String(getVariable(name, variables)))
      : getVariable(alone, variables)
  }
  if (Array.isArray(value)) return value.map((entry) => substituteVariables<unknown>(entry, variables))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, substituteVariables<unknown>(entry, variables)]))
}

function getVariable(name: string, variables: Variables): unknown {
  if (!variables.has(name)) throw new Error(`{${name}} has no value: an earlier case failed`)
  return variables.get(name)
}

/** Returns the value at a path like `0.networks.v4`. `#` is the length of an array; an empty path is the whole value. */
export function getValueAt(value: unknown, path: string): unknown {
  let current = value
  for (const part of path === '' ? [] : path.split('.')) {
    if (part === '#') current = Array.isArray(current) ? current.length : undefined
    else current = typeof current === 'object' && current !== null ? (current as Readonly<Record<string, unknown>>)[part] : undefined
  }
  return current
}
