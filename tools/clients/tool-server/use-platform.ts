#!/usr/bin/env node
/** Calls every tool of the official tool server and prints a line for each case. */
import { fileURLToPath } from 'node:url'
import { families } from './families.ts'
import type { Variables } from './variables.ts'
import { runStep } from './run-step.ts'
import { skippedTools } from './skipped-tools.ts'
import { startInferenceProxy } from './inference-proxy.ts'
import { startToolServer } from './tool-server.ts'

const { TOOL_SERVER: command = '', PLATFORM_URL: url = '', PLATFORM_TOKEN: token = '' } = process.env

const printCase = (name: string, error?: string) =>
  console.log(JSON.stringify({ case: name, ok: error === undefined, ...(error === undefined ? {} : { error }) }))
const formatError = (error: unknown) => (error instanceof Error ? error.message : String(error))

const { inference_key: key } = (await (await fetch(`${url}/_sandbox/info`)).json()) as { readonly inference_key: string }
const inferenceProxy = await startInferenceProxy(url)
const servers = {
  api: await startToolServer(command, { url, token }),
  // Models need a separate key.
  inference: inferenceProxy && (await startToolServer(command, { url, token: key }, inferenceProxy.environment)),
}

const called = new Set<string>()
for (const { name: family, host = 'api', steps } of families) {
  const server = servers[host]
  // Each family has separate variables.
  const variables: Variables = new Map([['data', fileURLToPath(new URL('data', import.meta.url))]])
  for (const step of steps) {
    const name = `${family}: ${'request' in step ? step.request : step.tool}`
    if ('tool' in step) called.add(step.tool)
    if (!server) continue
    try {
      await runStep(step, { server, platform: { url, token }, variables })
      printCase(name)
    } catch (error) {
      printCase(name, formatError(error))
    }
  }
}

const tools = await servers.api.listTools()
const missing = tools.filter((tool) => !called.has(tool) && !skippedTools.some((skipped) => skipped.tools.test(tool)))
printCase('every tool is called, or skipped with a reason', missing.length === 0 ? undefined : `not called: ${missing.join(', ')}`)
await servers.api.close()
await servers.inference?.close()
inferenceProxy?.close()
