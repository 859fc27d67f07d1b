/** Runs mixed load on the built sandbox and checks responses, memory, file descriptors, log and shutdown. */
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon, { type Request, type Result } from 'autocannon'
import type { VerificationResult } from './print-result.ts'
import { type SandboxProcess, startSandboxProcess } from '@spindrift/testing/start-sandbox-process'

const maxGrowthMb = 50
const shutdownSeconds = 2

/** Eight connections create, read, list and delete volumes and tags. */
export async function runSoak(seconds: number): Promise<VerificationResult> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'spindrift-soak-'))
  const flags = ['--state', join(folder.path, 'state.db'), '--rate-limits', 'off']
  await using server = await startSandboxProcess({ flags })
  await load(server, 1)
  const descriptors = countDescriptors(server)
  const [first, middle] = [await load(server, seconds / 2), readMemory(server)]
  const [second, end] = [await load(server, seconds / 2), readMemory(server)]
  await sleep(1000)
  const openDescriptors = countDescriptors(server) - descriptors
  const failed = [first, second].reduce((sum, { non2xx, errors, timeouts }) => sum + non2xx + errors + timeouts, 0)
  const errorOutput = server.errorOutput()
  await Promise.race([server.stop('SIGTERM'), sleep(shutdownSeconds * 1000)])
  const faults = [
    failed > 0 && `${failed} requests failed`,
    end - middle > maxGrowthMb && `memory grew from ${middle} MB to ${end} MB in the second half`,
    openDescriptors > 0 && `${openDescriptors} file descriptors stay open after the clients disconnected`,
    errorOutput !== '' && `the log has errors: ${errorOutput.slice(0, 300)}`,
    server.isAlive() && `the process did not end within ${shutdownSeconds} s of SIGTERM`,
  ]
  const findings = faults.filter((fault) => fault !== false)
  const requests = first.requests.total + second.requests.total
  const figures = { seconds, requests, middle_mb: middle, end_mb: end, p99_ms: [first.latency.p99, second.latency.p99] }
  return { check: 'soak', passed: faults.length - findings.length, total: faults.length, findings, figures }
}

let created = 0

/** Each connection sends these in order, so that it reads and deletes its own object. */
const requests: readonly Request[] = [
  {
    method: 'POST',
    path: '/v2/volumes',
    setupRequest: (request) => ({
      ...request,
      body: JSON.stringify({ name: `soak-${(created += 1)}`, region: 'nyc3', size_gigabytes: 10 }),
    }),
    onResponse: (_status, body, context) => Object.assign(context, JSON.parse(body)),
  },
  withVolume('GET'),
  { method: 'GET', path: '/v2/volumes?per_page=20' },
  { method: 'POST', path: '/v2/tags', body: JSON.stringify({ name: 'soak' }) },
  { method: 'GET', path: '/v2/droplets' },
  withVolume('DELETE'),
]

function withVolume(method: 'GET' | 'DELETE'): Request {
  const getPath = (context: object) => `/v2/volumes/${(context as { readonly volume: { readonly id: string } }).volume.id}`
  return { method, setupRequest: (request, context) => ({ ...request, path: getPath(context) }) }
}

function load({ url, tokens }: SandboxProcess, seconds: number): Promise<Result> {
  const headers = { authorization: `Bearer ${tokens.full}`, 'content-type': 'application/json' }
  return autocannon({ url, connections: 8, duration: seconds, headers, requests: [...requests] })
}

/** Resident memory in MB. */
function readMemory({ processId }: SandboxProcess): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${processId}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1000)
}

function countDescriptors({ processId }: SandboxProcess): number {
  return readdirSync(`/proc/${processId}/fd`).length
}
