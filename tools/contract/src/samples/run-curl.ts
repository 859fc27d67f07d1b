/** Runs a sample in a shell and returns the reply that curl received. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ReceivedReply } from '../check-reply.ts'

const run = promisify(execFile)
/** Wraps curl to store the reply. */
const curlWrapper =
  'curl() { command curl --silent --show-error --max-time 20 --dump-header "$ANSWER/head" --output "$ANSWER/body" "$@"; }\n'

export type Environment = Readonly<Record<string, string>>

/** @throws Error with the error output of the shell or curl */
export async function runCurl(source: string, environment: Environment): Promise<ReceivedReply> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'spindrift-curl-'))
  const { stderr } = await run('sh', ['-c', `${curlWrapper}${source}`], {
    env: { PATH: process.env['PATH'] ?? '', ...environment, ANSWER: folder.path },
  })
  if (stderr !== '') throw new Error(stderr.trim())
  return readReply(readFileSync(join(folder.path, 'head'), 'latin1'), folder.path)
}

function readReply(head: string, folder: string): ReceivedReply {
  const [first = '', ...lines] = head.trimEnd().split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const status = Number(first.split(' ')[1])
  if (status === 204 || headers.get('content-length') === '0') return { status, headers, body: undefined }
  const bytes = readFileSync(join(folder, 'body'))
  const type = headers.get('content-type') ?? ''
  if (/\bjson\b/.test(type)) return { status, headers, body: JSON.parse(bytes.toString()) as unknown }
  return { status, headers, body: bytes.toString() }
}
