/** Formats the path and query of a request. */

/** A path parameter is empty, `.` or `..`, and would reach another operation. */
export class PathParameterError extends Error {
  readonly parameter: string
  readonly problem: string

  constructor(parameter: string, value: string) {
    const problem = `cannot be ${value === '' ? 'empty' : JSON.stringify(value)}.`
    super(`${parameter}: ${problem}`)
    this.parameter = parameter
    this.problem = problem
  }
}

/** @throws AddressError */
export function formatPathAndQuery(
  template: string,
  path: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, unknown>>,
): string {
  const address = template.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const value = String(path[name] ?? '')
    if (value === '' || value === '.' || value === '..') throw new PathParameterError(name, value)
    return encodeURIComponent(value.toWellFormed())
  })
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each) => `${encodeURIComponent(name)}=${encodeURIComponent(String(each).toWellFormed())}`),
  )
  return pairs.length === 0 ? address : `${address}?${pairs.join('&')}`
}
