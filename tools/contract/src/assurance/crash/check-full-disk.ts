/**
 * Simulates a full disk with a limit on the file size of the process: writes fail with a clear error, no acknowledged write is lost, and
 * the sandbox recovers when there is space.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type SendRequest, createHttpClient, advanceClock, parseBody } from '../http-client.ts'
import { formatFinding, type VerificationResult } from '../print-result.ts'
import { StartError, startSandboxProcess } from '@spindrift/testing/start-sandbox-process'

/** Smaller than the write-ahead log at its first checkpoint, so that the log itself runs out of space. */
const maxFileBytes = 2 * 1024 * 1024
const droplet = { name: 'begun', region: 'nyc3', size: 's-1vcpu-2gb', image: 'ubuntu-24-04-x64' }

/** Only Linux can raise the limit of a running process. */
export const canFillDisk = () => spawnSync('prlimit', ['--version']).status === 0

export async function checkFullDisk(folder: string, program?: string): Promise<Pick<VerificationResult, 'passed' | 'total' | 'findings'>> {
  const flags = ['--state', join(folder, 'full.db'), '--rate-limits', 'off', '--action-seconds', '600']
  const findings: string[] = []
  let total = 0
  const check = (isMet: boolean, operation: string, expected: unknown, actual: unknown) => {
    total += 1
    if (!isMet) findings.push(formatFinding(operation, 'a full disk', expected, actual))
  }
  for (const bytes of [0, 8192, 100_000]) {
    const started = await startSandboxProcess({ program, flags, maxFileBytes: bytes }).then(
      (server) => server.stop('SIGKILL'),
      (error: unknown) => error,
    )
    const isClearError = started instanceof StartError && /state file/.test(started.message) && !started.message.includes('\n')
    check(isClearError, `start with ${bytes} bytes of space`, 'a one-line error', String(started ?? 'a start'))
  }
  const server = await startSandboxProcess({ program, flags, maxFileBytes })
  const { send, close } = createHttpClient(server.url, server.tokens.full, 4)
  const createTag = (name: string) => send({ method: 'POST', path: '/v2/tags', body: { name } })
  const pendingDroplet = parseBody<{ droplet: { id: number } }>(await send({ method: 'POST', path: '/v2/droplets', body: droplet })).droplet

  const acknowledged: string[] = []
  let lastResponse = await createTag('first')
  if (lastResponse.status === 201) acknowledged.push('first')
  for (let n = 0; lastResponse.status === 201 && n < 20_000; n += 1) {
    const name = `${n}-${'x'.repeat(240)}`
    lastResponse = await createTag(name)
    if (lastResponse.status === 201) acknowledged.push(name)
  }
  check(lastResponse.status === 500 && /state file/.test(lastResponse.text), 'POST /v2/tags', '500 that names the state file', lastResponse)
  for (let n = 0; n < 20; n += 1) {
    const { status, text } = await createTag(`refused-${n}-${'y'.repeat(240)}`)
    // A small write may still fit: it is acknowledged and counts.
    if (status === 201) acknowledged.push(`refused-${n}-${'y'.repeat(240)}`)
    else check(status === 500, 'POST /v2/tags', 500, text)
  }
  const reset = await send({ method: 'POST', path: '/_sandbox/reset', token: '' })
  check(reset.status === 500, 'POST /_sandbox/reset', 500, reset)
  check(await areListed(send, acknowledged), 'GET /v2/tags', `exactly the ${acknowledged.length} acknowledged`, 'others')
  // Jobs that are due now fail and must run later.
  const moved = await send({ method: 'POST', path: '/_sandbox/clock', body: { advance_seconds: 3600 }, token: '' })
  check(moved.status === 200 || moved.status === 500, 'POST /_sandbox/clock', '200 or 500', moved.status)
  await send({ method: 'GET', path: `/v2/droplets/${pendingDroplet.id}` })
  check(server.isAlive(), 'start', 'a running server', 'none')

  execFileSync('prlimit', ['--pid', String(server.processId), '--fsize=unlimited'])
  await advanceClock(send, 3600)
  const created = await createTag('room-again')
  if (created.status === 201) acknowledged.push('room-again')
  check(created.status === 201, 'POST /v2/tags', '201 with free space', created)
  const { droplet: after } = parseBody<{ droplet: { locked: boolean; status: string } }>(
    await send({ method: 'GET', path: `/v2/droplets/${pendingDroplet.id}` }),
  )
  check(!after.locked && after.status === 'active', 'GET /v2/droplets/{droplet_id}', 'an active droplet, not locked', after)
  close()
  await server.stop('SIGKILL')

  const next = await startSandboxProcess({ program, flags })
  const client = createHttpClient(next.url, next.tokens.full, 1)
  check(await areListed(client.send, acknowledged), 'GET /v2/tags', `exactly the ${acknowledged.length} after kill -9`, 'others')
  client.close()
  await next.stop('SIGTERM')
  return { passed: total - findings.length, total, findings }
}

async function areListed(send: SendRequest, names: readonly string[]): Promise<boolean> {
  const found = new Set<string>()
  for (let page = 1; ; page += 1) {
    const { tags } = parseBody<{ tags: readonly { name: string }[] }>(
      await send({ method: 'GET', path: `/v2/tags?per_page=200&page=${page}` }),
    )
    for (const { name } of tags) found.add(name)
    if (tags.length < 200) return found.size === names.length && names.every((name) => found.has(name))
  }
}
