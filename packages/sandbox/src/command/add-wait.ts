/** `spindrift-sandbox wait`: for scripts that start a sandbox in the background. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, Option } from 'commander'
import { addRunning, requestRunning, findRunning, type Running } from './request-running.ts'
import { parseSeconds } from './parse-flags.ts'

export function addWait(program: Command): void {
  addRunning(program.command('wait').description('wait until a sandbox is ready'))
    .addOption(new Option('--timeout <seconds>', 'maximum time to wait').argParser(parseSeconds).default(30))
    .action(async ({ timeout }: { readonly timeout: number }, command: Command) => {
      const running = await findRunning(command)
      await waitUntilReady(running, timeout)
      console.log(`The sandbox at ${running.url} is ready.`)
    })
}

/** @throws Error with the last problem */
async function waitUntilReady(running: Running, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000
  for (;;) {
    const problem = await findProblem(running, end)
    if (problem === undefined) return
    if (performance.now() >= end) throw new Error(`Not ready after ${seconds} s: ${problem}`)
    await sleep(Math.min(100, Math.max(0, end - performance.now())))
  }
}

async function findProblem(running: Running, end: number): Promise<string | undefined> {
  try {
    const { ready } = await requestRunning(running, 'GET', 'ready', undefined, Math.max(250, Math.ceil(end - performance.now())))
    return ready === true ? undefined : `${running.url} is not a sandbox.`
  } catch (error) {
    return (error as Error).message
  }
}
