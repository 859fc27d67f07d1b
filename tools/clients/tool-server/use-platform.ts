#!/usr/bin/env node
/** Calls every tool of the platform's own tool server and prints a line for each case, as all programs here do. */
import { fileURLToPath } from 'node:url'
import { families } from './families.ts'
import type { Kept } from './kept.ts'
import { runStep } from './run-step.ts'
import { skippedTools } from './skipped-tools.ts'
import { startStandIn } from './stand-in.ts'
import { startToolServer } from './tool-server.ts'

const { TOOL_SERVER: command = '', PLATFORM_URL: url = '', PLATFORM_TOKEN: token = '' } = process.env

const say = (name: string, error?: string) =>
  console.log(JSON.stringify({ case: name, ok: error === undefined, ...(error === undefined ? {} : { error }) }))
const explain = (error: unknown) => (error instanceof Error ? error.message : String(error))

const { inference_key: key } = (await (await fetch(`${url}/_sandbox/info`)).json()) as { readonly inference_key: string }
const standIn = await startStandIn(url)
const servers = {
  api: await startToolServer(command, { url, token }),
  // Models are asked with a key of their own.
  inference: standIn && (await startToolServer(command, { url, token: key }, standIn.environment)),
}

const called = new Set<string>()
for (const { name: family, host = 'api', steps } of families) {
  const server = servers[host]
  // What one family keeps is no other's.
  const kept: Kept = new Map([['data', fileURLToPath(new URL('data', import.meta.url))]])
  for (const step of steps) {
    const name = `${family}: ${'ask' in step ? step.ask : step.tool}`
    if ('tool' in step) called.add(step.tool)
    if (!server) continue
    try {
      await runStep(step, { server, platform: { url, token }, kept })
      say(name)
    } catch (error) {
      say(name, explain(error))
    }
  }
}

const tools = await servers.api.listTools()
const forgotten = tools.filter((tool) => !called.has(tool) && !skippedTools.some((skipped) => skipped.tools.test(tool)))
say('every tool is called or skipped with a reason', forgotten.length === 0 ? undefined : `not called: ${forgotten.join(', ')}`)
await servers.api.close()
await servers.inference?.close()
standIn?.close()
