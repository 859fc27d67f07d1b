/** `spindrift-sandbox wait`: for scripts that have started one in the background. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, Option } from 'commander'
import { addRunning, requestRunning, findRunning, type Running } from './request-running.ts'
import { readSeconds } from './read-flags.ts'

export function addWait(program: Command): void {
  addRunning(program.command('wait').description('wait until a sandbox is ready'))
    .addOption(new Option('--timeout <seconds>', 'maximum time').argParser(readSeconds).default(30))
    .action(async ({ timeout }: { readonly timeout: number }, command: Command) => {
      const running = await findRunning(command)
      await waitUntilReady(running, timeout)
      console.log(`The sandbox at ${running.url} is ready.`)
    })
}

/** @throws Error with what stood in the way last */
async function waitUntilReady(running: Running, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000
  for (;;) {
    const trouble = await findTrouble(running, end)
    if (trouble === undefined) return
    if (performance.now() >= end) throw new Error(`Not ready after ${seconds} s: ${trouble}`)
    await sleep(Math.min(100, Math.max(0, end - performance.now())))
  }
}

async function findTrouble(running: Running, end: number): Promise<string | undefined> {
  try {
    const { ready } = await requestRunning(running, 'GET', 'ready', undefined, Math.max(250, Math.ceil(end - performance.now())))
    return ready === true ? undefined : `What answers at ${running.url} is not a sandbox.`
  } catch (error) {
    return (error as Error).message
  }
}
