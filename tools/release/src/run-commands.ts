import { spawnSync } from 'node:child_process'

export interface Ran {
  readonly command: string
  readonly seconds: number
}

export interface Attempt {
  readonly ran: readonly Ran[]
  readonly output: string
  /** What went wrong with the last of them. */
  readonly problem?: string
}

const maxSeconds = 300

/** One after the other, as typed into a shell, up to the first that fails. */
export function runCommands(commands: readonly string[], folder: string, environment: NodeJS.ProcessEnv): Attempt {
  const ran: Ran[] = []
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
    ran.push({ command, seconds: Math.round((performance.now() - start) / 100) / 10 })
    if (status !== 0) return { ran, output, problem: `"${command}" ended with ${status}: ${`${stdout}${stderr}`.trim().slice(-1500)}` }
  }
  return { ran, output }
}
