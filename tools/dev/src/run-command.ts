/** Runs a command in the repository's folder; what it says is kept for when it fails. */
import { spawn } from 'node:child_process'
import { repoFolder } from '../../spec/src/documents.ts'

const running = new Set<() => void>()

export async function runCommand(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { cwd: repoFolder, stdio: ['ignore', 'pipe', 'pipe'] })
  const stop = () => child.kill('SIGTERM')
  running.add(stop)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += String(chunk)))
  const code = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(127)).once('close', (ended) => resolve(ended ?? 1))
  })
  running.delete(stop)
  if (code !== 0) throw new Error(`${said}\n${command} ${args.join(' ')} ended with ${code}.`)
}

export function stopCommands(): void {
  for (const stop of running) stop()
}
