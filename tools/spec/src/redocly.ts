/** Runs Redocly with our configuration. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { repoFolder } from './documents.ts'

export const configFile = join(repoFolder, 'redocly.yaml')

/** Condition for printing the output. */
export type OutputMode = 'always' | 'when it fails'

/** Runs Redocly and returns the exit status. Prints the output in one piece at the end, because several processes can run at a time. */
export async function runRedocly(args: readonly string[], config = configFile, output: OutputMode = 'always'): Promise<number> {
  const child = spawn('redocly', [...args, '--config', config], {
    cwd: repoFolder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', NODE_COMPILE_CACHE: join(repoFolder, 'node_modules/.cache/node') },
  })
  const chunks: { readonly to: NodeJS.WriteStream; readonly text: string }[] = []
  for (const [stream, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    stream.setEncoding('utf8').on('data', (text: string) => chunks.push({ to, text }))
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => {
      if (output === 'always' || status !== 0) for (const { to, text } of chunks) to.write(text)
      resolve(status ?? 1)
    })
  })
}
