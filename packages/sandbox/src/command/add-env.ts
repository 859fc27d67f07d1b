/** `spindrift-sandbox env`. */
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { addRunning, requestRunning, findRunning } from './request-running.ts'
import { writeTrustFile } from './write-trust.ts'
import { addControlToken, type EnvironmentFormat, environmentFormats, formatEnvironment } from './format-environment.ts'

export function addEnv(program: Command): void {
  addRunning(program.command('env').description('print the environment variables of clients'))
    .addOption(new Option('--format <format>', 'shell, file or CI system').choices(environmentFormats).default('sh'))
    .option('--ca-file <file>', 'write the CA certificate of a self-signed sandbox to this file, and print its variables')
    .addHelpText('after', examples)
    .action(async ({ format, caFile }: EnvFlags, command: Command) => {
      const running = await findRunning(command)
      const { environment } = await requestRunning(running, 'GET', 'info')
      const trust = caFile === undefined ? {} : writeTrustFile(await fetchAuthority(running.url), resolve(caFile))
      console.log(formatEnvironment(addControlToken(Object(environment), running.controlToken), format, trust))
    })
}

interface EnvFlags {
  readonly format: EnvironmentFormat
  readonly caFile?: string
}

/** @throws Error in one line if the sandbox has no certificate of its own */
async function fetchAuthority(url: string): Promise<string> {
  const response = await fetch(`${url}/_sandbox/ca.pem`)
  if (!response.ok) throw new Error(`The sandbox at ${url} has no CA certificate. Start it with --tls self-signed, or omit --ca-file.`)
  return response.text()
}

const examples = `
Examples:
  $ eval "$(spindrift-sandbox env)"                                 in sh, bash and zsh
  $ spindrift-sandbox env --format fish | source
  $ spindrift-sandbox env --format powershell | Out-String | Invoke-Expression
  $ spindrift-sandbox env --format dotenv > .env
  $ NODE_TLS_REJECT_UNAUTHORIZED=0 spindrift-sandbox env --ca-file ca.pem        with --tls self-signed
  $ spindrift-sandbox env --format github >> "$GITHUB_ENV"          for the next steps of a job
`
