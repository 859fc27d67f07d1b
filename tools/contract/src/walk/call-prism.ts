/**
 * A second judge for the walk. Prism judges what passes through its proxy, and the walk's sandbox has no port: so each request is sent once
 * more, through the proxy to a server that only repeats the answer which the sandbox gave.
 */
import { startProxy } from '@spindrift/mock'
import { sendResponse, startHttpServer } from '@spindrift/testing/start-http-server'
import { readViolations } from './read-violations.ts'
import type { Change } from '../worlds/open-sandbox.ts'

export interface PrismJudge {
  /** Lets an answer through as it is. */
  readonly change: Change
  /** One line for each violation, the same one once. */
  readonly findings: readonly string[]
  /** How many answers were judged; the same answer to the same request is judged once. */
  readonly judged: number
  readonly close: () => Promise<void>
}

/** @param before what comes between the sandbox and the judge */
export async function callPrism(before: Change = (response) => response): Promise<PrismJudge> {
  let answer = new Response()
  const repeater = await startHttpServer((_request, response) => void sendResponse(answer, response))
  const proxy = await startProxy({ upstream: repeater.url, port: 0 })

  const findings = new Set<string>()
  const judged = new Set<string>()
  const change: Change = async (given, asked) => {
    const response = await before(given, asked)
    const key = [asked.method, asked.url, asked.init.body, response.status, await response.clone().text()].join(' ')
    if (judged.has(key)) return response
    judged.add(key)
    answer = response.clone()
    const { pathname, search } = new URL(asked.url)
    const seen = await fetch(`${proxy.url}${pathname}${search}`, { ...asked.init, redirect: 'manual' })
    await seen.arrayBuffer()
    for (const violation of readViolations(seen)) findings.add(`${asked.method} ${pathname} ${seen.status}: Prism says ${violation}`)
    if (seen.status !== response.status)
      findings.add(`${asked.method} ${pathname}: the sandbox answered ${response.status}, and Prism passed ${seen.status} on`)
    return response
  }
  const close = async () => {
    await proxy.close()
    await repeater.close()
  }
  return {
    change,
    close,
    get findings() {
      return [...findings]
    },
    get judged() {
      return judged.size
    },
  }
}
