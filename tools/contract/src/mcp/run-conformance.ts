/**
 * Runs the MCP conformance suite on the built server over HTTP. Most scenarios need tools, prompts and resources of a server made for the
 * suite; packages/mcp tests the transport with all of them.
 */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { startSandbox } from '@spindrift/sandbox'
import type { VerificationResult } from '../assurance/print-result.ts'
import { builtProgram, startHttp } from './start-mcp-server.ts'

const applicable = ['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection'] as const

/** Reasons for skipped scenarios, by prefix. */
const notApplicable: readonly (readonly [begins: string, why: string])[] = [
  ['tools-call-', 'calls tools of the suite (test_simple_text, …)'],
  ['json-schema-2020-12', 'calls a tool of the suite'],
  ['elicitation-', 'calls a tool of the suite'],
  ['resources-', 'reads resources of the suite (test://…)'],
  ['prompts-', 'there are no prompts, and none are declared'],
  ['logging-set-level', 'logging is not declared; it is deprecated in the current version'],
  ['completion-complete', 'completions are not declared'],
  ['server-sse-', 'calls a tool of the suite; without it, it checks nothing'],
]

export async function runConformance(): Promise<VerificationResult> {
  const sandbox = await startSandbox({ port: 0, seed: 7 })
  const env = { PATH: process.env['PATH'] ?? '', SPINDRIFT_TOKEN: sandbox.credentials().tokens.full }
  const server = await startHttp([builtProgram(), '--base-url', sandbox.url, '--allow-all'], env)
  const findings: string[] = []
  let [passed, total] = [0, 0]
  try {
    findings.push(...(await listUnclassified()))
    for (const scenario of applicable) {
      const output = await run(['server', '--url', server.url, '--scenario', scenario])
      const [, ok = '0', , failed = '1'] = /Passed: (\d+)\/(\d+), (\d+) failed/.exec(output) ?? []
      passed += Number(ok)
      total += Number(ok) + Number(failed)
      if (Number(failed) > 0 || Number(ok) === 0) findings.push(`${scenario}: ${output.trim().split('\n').slice(-8).join(' ')}`)
    }
  } finally {
    server.end()
    await sandbox.close()
  }
  const figures = {
    suite: '@modelcontextprotocol/conformance 0.1.16',
    scenarios: applicable,
    not_applicable: Object.fromEntries(notApplicable),
  }
  return { check: 'mcp-conformance', passed, total, findings, figures }
}

/** Lists scenarios that are neither run nor skipped. */
async function listUnclassified(): Promise<string[]> {
  const names = [...(await run(['list', '--server'])).matchAll(/^ {2}- (\S+)/gm)].map(([, name = '']) => name)
  if (names.length === 0) return ['the suite lists no scenarios']
  const known = [...applicable, ...notApplicable.map(([begins]) => begins)]
  return names.filter((name) => !known.some((each) => name.startsWith(each))).map((name) => `${name}: neither run nor skipped for a reason`)
}

async function run(args: readonly string[]): Promise<string> {
  const program = fileURLToPath(new URL('dist/index.js', import.meta.resolve('@modelcontextprotocol/conformance/package.json')))
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)])
  return out + error
}
