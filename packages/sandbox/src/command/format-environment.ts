/** Environment variables in the syntax of a shell, a file or a CI system. */
import type { Environment } from '../control/client-variables.ts'

const formatters = {
  sh: (name, value) => `export ${name}='${value.replaceAll("'", `'\\''`)}'`,
  fish: (name, value) => `set -gx ${name} '${value.replaceAll(/[\\']/g, String.raw`\$&`)}'`,
  powershell: (name, value) => `$env:${name} = '${value.replaceAll("'", "''")}'`,
  // Quotes only where they are necessary, because some readers treat them as part of the value.
  dotenv: (name, value) => `${name}=${/^[\w.:/@%+,=-]*$/.test(value) ? value : `'${value}'`}`,
  github: (name, value) => `${name}=${value}`,
} as const satisfies Readonly<Record<string, (name: string, value: string) => string>>

export type EnvironmentFormat = keyof typeof formatters

export const environmentFormats = Object.keys(formatters) as readonly EnvironmentFormat[]

export function formatEnvironment(environment: Environment, format: EnvironmentFormat): string {
  return Object.entries(environment)
    .map(([name, value]) => formatters[format](name, value))
    .join('\n')
}
