/** Runs Redocly with our settings. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { repoFolder } from './documents.ts'

export const configFile = join(repoFolder, 'redocly.yaml')

/** When what it says is passed on. */
export type Shown = 'always' | 'when it fails'

/** The exit status; what is said goes to the terminal in one piece, for several may run at a time. */
export async function runRedocly(args: readonly string[], config = configFile, shown: Shown = 'always'): Promise<number> {
  const child = spawn('redocly', [...args, '--config', config], {
    cwd: repoFolder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
  })
  const said: { readonly to: NodeJS.WriteStream; readonly text: string }[] = []
  for (const [stream, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    stream.setEncoding('utf8').on('data', (text: string) => said.push({ to, text }))
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => {
      if (shown === 'always' || status !== 0) for (const { to, text } of said) to.write(text)
      resolve(status ?? 1)
    })
  })
}
