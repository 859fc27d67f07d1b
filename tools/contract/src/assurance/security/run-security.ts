/** Runs attempts to break the promises of the threat model, group by group. */
import { startSandboxProcess } from '@spindrift/testing/start-sandbox-process'
import { createHttpClient } from '../http-client.ts'
import type { VerificationResult } from '../print-result.ts'
import type { Attempt, SecurityTarget } from './attempt.ts'
import { listBrowserAttempts } from './browser-attempts.ts'
import { listExposedAttempts } from './exposed-attempts.ts'
import { findCanaries, listSecretAttempts } from './secret-attempts.ts'
import { listStoredAttempts } from './stored-attempts.ts'
import { listToolAttempts, startToolServer } from './tool-attempts.ts'

export interface SecurityOptions {
  /** Only attempts with this text in their names. */
  readonly only?: string | undefined
}

const controlToken = 'a-control-token-of-this-run'

export async function runSecurity({ only = '' }: SecurityOptions): Promise<VerificationResult> {
  const findings: string[] = []
  const figures: Record<string, number> = {}
  let [total, broken] = [0, 0]
  const run = async (attempts: readonly Attempt[]) => {
    for (const { name, run: attempt } of attempts) {
      if (!name.includes(only)) continue
      const faults = await attempt().catch((error: unknown) => [`failed: ${String(error)}`])
      const [kind = ''] = name.split(': ')
      figures[kind] = (figures[kind] ?? 0) + 1
      total += 1
      if (faults.length > 0) broken += 1
      for (const fault of faults) findings.push(`${name}: ${fault}`)
    }
  }

  const flags = ['--rate-limits', 'off', '--seed', '7', '--log', '--request-log', '1000']
  await using sandbox = await startSandboxProcess({ flags })
  using client = createHttpClient(sandbox.url, sandbox.tokens.full, 4)
  const target: SecurityTarget = { sandbox, send: client.send }
  const events = recordEvents(sandbox.url)
  await client.send({ method: 'POST', path: '/_sandbox/snapshots', body: { name: 'security-start' }, token: '' })
  await run(listBrowserAttempts(target))
  await run([
    {
      name: 'origin: no attempt changed the state',
      run: async () => {
        const { text } = await client.send({ method: 'GET', path: '/_sandbox/snapshots/compare?from=security-start', token: '' })
        const { changes } = JSON.parse(text) as { readonly changes: readonly unknown[] }
        return changes.length === 0 ? [] : [`${changes.length} changes: ${text.slice(0, 200)}`]
      },
    },
  ])
  await run(listSecretAttempts(target))
  // Objects of earlier attempts would conflict with those that are created now.
  await client.send({ method: 'POST', path: '/_sandbox/reset', token: '' })
  await run(listStoredAttempts(target, events.text))
  await run([
    { name: 'secret: the events', run: async () => checkOutput('events', events.text()) },
    { name: 'secret: standard error', run: async () => checkOutput('standard error', sandbox.errorOutput()) },
  ])
  events.stop()

  await using tools = await startToolServer()
  await run(listToolAttempts(tools))

  const exposedFlags = ['--host', '0.0.0.0', '--control-token', controlToken, '--rate-limits', 'off']
  await using exposed = await startSandboxProcess({ flags: exposedFlags })
  using exposedClient = createHttpClient(exposed.url, exposed.tokens.full, 4)
  await run(listExposedAttempts({ sandbox: exposed, send: exposedClient.send }, controlToken))

  return { check: 'security', passed: total - broken, total, findings, figures }
}

const checkOutput = (output: string, text: string) => (text === '' ? [`${output} is empty`] : findCanaries(output, text))

/** Records everything that the event stream sends. */
function recordEvents(url: string) {
  const controller = new AbortController()
  let text = ''
  const read = async () => {
    const response = await fetch(`${url}/_sandbox/events`, { signal: controller.signal })
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += chunk
  }
  // Ends when it is stopped.
  read().catch(() => undefined)
  return { text: () => text, stop: () => controller.abort() }
}
