/** `spindrift-sandbox env`. */
import { type Command, Option } from 'commander'
import { addRunning, requestRunning, findRunning } from './request-running.ts'
import { addControlToken, type EnvironmentFormat, environmentFormats, formatEnvironment } from './format-environment.ts'

export function addEnv(program: Command): void {
  addRunning(program.command('env').description('print the environment variables of clients'))
    .addOption(new Option('--format <format>', 'shell, file or CI system').choices(environmentFormats).default('sh'))
    .addHelpText('after', examples)
    .action(async ({ format }: { readonly format: EnvironmentFormat }, command: Command) => {
      const running = await findRunning(command)
      const { environment } = await requestRunning(running, 'GET', 'info')
      console.log(formatEnvironment(addControlToken(Object(environment), running.controlToken), format))
    })
}

const examples = `
Examples:
  $ eval "$(spindrift-sandbox env)"                                 in sh, bash and zsh
  $ spindrift-sandbox env --format fish | source
  $ spindrift-sandbox env --format powershell | Out-String | Invoke-Expression
  $ spindrift-sandbox env --format dotenv > .env
  $ spindrift-sandbox env --format github >> "$GITHUB_ENV"          for the next steps of a job
`
