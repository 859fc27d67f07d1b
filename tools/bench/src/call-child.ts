/** Runs the ten calls of one client in a separate process, as often as requested, and reports the microseconds per request. */
import { pathToFileURL } from 'node:url'

type TenCalls = () => Promise<readonly (string | number)[]>

const { main } = (await import(pathToFileURL(process.argv[2] ?? '').href)) as { readonly main: TenCalls }
process.send?.((await main()).length)

process.on('message', async ({ times, inFlight }: { readonly times: number; readonly inFlight: number }) => {
  let left = times
  const work = async () => {
    while (left-- > 0) await main()
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: inFlight }, work))
  process.send?.(((performance.now() - started) * 1000) / (times * 10))
})
