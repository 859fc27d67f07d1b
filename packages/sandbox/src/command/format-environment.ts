/** Environment variables in the syntax of a shell, a file or a CI system. */
import { clientVariables, type Environment, serviceVariableNames } from '../control/client-variables.ts'

const formatters = {
  sh: (name, value) => `export ${name}='${value.replaceAll("'", `'\\''`)}'`,
  fish: (name, value) => `set -gx ${name} '${value.replaceAll(/[\\']/g, String.raw`\$&`)}'`,
  // PowerShell also ends a string at typographic quotes.
  powershell: (name, value) => `$env:${name} = '${value.replaceAll(/['‘’‚‛]/g, '$&$&')}'`,
  dotenv: (name, value) => `${name}=${quoteForDotenv(value)}`,
  github: (name, value) => `${name}=${value}`,
} as const satisfies Readonly<Record<string, (name: string, value: string) => string>>

export type EnvironmentFormat = keyof typeof formatters

export const environmentFormats = Object.keys(formatters) as readonly EnvironmentFormat[]

/** Adds the control token, so that `spindrift-sandbox clock`, `reset` and others need no flag. */
export function addControlToken(environment: Environment, controlToken: string | undefined): Environment {
  return controlToken === undefined ? environment : { ...environment, [controlTokenName]: controlToken }
}

const controlTokenName = 'SPINDRIFT_CONTROL_TOKEN'

const names = [...clientVariables.map(({ name }) => name), ...serviceVariableNames, controlTokenName]

/**
 * Formats the variables of clients and ignores all others: a shell runs the text, and the values come from the server at the URL.
 *
 * @param local variables that do not come from the server
 * @throws Error for a value that is not one line of text
 */
export function formatEnvironment(
  environment: Readonly<Record<string, unknown>>,
  format: EnvironmentFormat,
  local: Environment = {},
): string {
  const all = { ...Object.fromEntries(names.map((name) => [name, environment[name]])), ...local }
  const lines = Object.entries(all).flatMap(([name, value]) => {
    if (value === undefined) return []
    if (typeof value !== 'string' || /[\p{Cc}\u2028\u2029]/u.test(value))
      throw new Error(`The sandbox returned a value for ${name} that is not one line of text. Nothing was printed.`)
    return [formatters[format](name, value)]
  })
  return lines.join('\n')
}

/** Quotes a value only where it is necessary, because some readers treat quotes as part of the value. */
function quoteForDotenv(value: string): string {
  if (/^[\w.:/@%+,=-]*$/.test(value)) return value
  return value.includes("'") ? `"${value.replaceAll(/[\\"$`]/g, String.raw`\$&`)}"` : `'${value}'`
}
