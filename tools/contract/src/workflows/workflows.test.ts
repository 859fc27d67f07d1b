/** A workflow, and servers with one fault each. `pnpm verify workflows` runs all. */
import { createSandbox } from '@spindrift/sandbox'
import { describe, expect, it } from 'vitest'
import { sendResponse, startHttpServer } from '@spindrift/testing/start-http-server'
import { listWorkflows, runWorkflows } from './run-workflows.ts'

/** Starts a sandbox behind a server that changes its replies. */
async function startChanged(change: (reply: Response, path: string) => Response | Promise<Response>) {
  const errors: unknown[] = []
  const sandbox = createSandbox({ seed: 7, onError: (error) => errors.push(error) })
  const { url, close } = await startHttpServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { method = 'GET', url: path = '/' } = request
    const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    )
    const reply = await sandbox.fetch(`http://${request.headers.host}${path}`, {
      method,
      headers,
      ...(parts.length > 0 && { body: Buffer.concat(parts) }),
    })
    await sendResponse(await change(reply, path), response)
  })
  return { url, credentials: sandbox.credentials, errors, close: () => close().then(sandbox.close) }
}

const rewrite = (path: RegExp, from: RegExp, to: string) => async (reply: Response, requestPath: string) => {
  if (!path.test(requestPath)) return reply
  return new Response((await reply.text()).replace(from, to), { status: reply.status, headers: reply.headers })
}

describe('workflows', () => {
  // The tests of the guides run the steps of every workflow as a program and as a shell script.
  it('pass', async () => {
    const names = listWorkflows().slice(0, 1)
    const { findings, passed, total } = await runWorkflows({ seed: 7, names })
    expect(findings).toEqual([])
    expect([passed, total]).toEqual([names.length, names.length])
  })

  it.each([
    {
      name: 'a state differs',
      change: rewrite(/^\/v2\/projects\/[^/]+\/resources/, /"assigned"/, '"pending"'),
      expected: "assign: $response.body#/resources/0/status == 'assigned'",
    },
    { name: 'a field is missing', change: rewrite(/^\/v2\/volumes$/, /"region":/, '"area":'), expected: 'volume: ' },
  ])('report when $name', async ({ change, expected }) => {
    const { findings, passed } = await runWorkflows({ seed: 7, names: ['project-assignment'], start: () => startChanged(change) })
    expect(passed).toBe(0)
    expect(findings.join('\n')).toContain(`project-assignment / ${expected}`)
  })

  it('report internal errors of the sandbox', async () => {
    const start = async () => ({ ...(await startChanged((reply) => reply)), errors: [new Error('"volumes.attach" failed')] })
    const { findings, passed } = await runWorkflows({ seed: 7, names: ['project-assignment'], start })
    expect([passed, findings]).toEqual([0, ['project-assignment / inside the sandbox: Error: "volumes.attach" failed']])
  })
})
