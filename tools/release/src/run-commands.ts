import { spawnSync } from 'node:child_process'

export interface CompletedCommand {
  readonly command: string
  readonly seconds: number
}

export interface CommandsResult {
  readonly completed: readonly CompletedCommand[]
  readonly output: string
  /** Failure of the last command. */
  readonly problem?: string
}

const maxSeconds = 300

/** Runs commands in a shell, one after the other, up to the first that fails. */
export function runCommands(commands: readonly string[], folder: string, environment: NodeJS.ProcessEnv): CommandsResult {
  const completed: CompletedCommand[] = []
  let output = ''
  for (const command of commands) {
    const start = performance.now()
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
      cwd: folder,
      env: environment,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: maxSeconds * 1000,
    })
    output += `${stdout}${stderr}`
    completed.push({ command, seconds: Math.round((performance.now() - start) / 100) / 10 })
    if (status !== 0)
      return { completed, output, problem: `"${command}" exited with code ${status}: ${`${stdout}${stderr}`.trim().slice(-1500)}` }
  }
  return { completed, output }
}
