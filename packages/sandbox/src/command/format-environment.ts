/** Variables as a shell, a file or a CI job takes them. */
import type { Environment } from '../control/client-variables.ts'

const writers = {
  sh: (name, value) => `export ${name}='${value.replaceAll("'", `'\\''`)}'`,
  fish: (name, value) => `set -gx ${name} '${value.replaceAll(/[\\']/g, String.raw`\$&`)}'`,
  powershell: (name, value) => `$env:${name} = '${value.replaceAll("'", "''")}'`,
  // Without quotes where none are needed: some readers of such files keep them.
  dotenv: (name, value) => `${name}=${/^[\w.:/@%+,=-]*$/.test(value) ? value : `'${value}'`}`,
  github: (name, value) => `${name}=${value}`,
} as const satisfies Readonly<Record<string, (name: string, value: string) => string>>

export type EnvironmentFormat = keyof typeof writers

export const environmentFormats = Object.keys(writers) as readonly EnvironmentFormat[]

export function formatEnvironment(environment: Environment, format: EnvironmentFormat): string {
  return Object.entries(environment)
    .map(([name, value]) => writers[format](name, value))
    .join('\n')
}
