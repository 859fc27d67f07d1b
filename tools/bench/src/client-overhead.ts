/** Overhead of each client per request, compared with bare `fetch`. Each client runs its ten calls in a separate process against one server. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Bench } from './bench.ts'
import { measure } from './measure.ts'
import { median } from './median.ts'
import { type ClientProgram, clientPrograms, clients, createPeerProject } from './peer-project.ts'
import { createRow } from './row.ts'

const modes = [
  { name: 'one by one', inFlight: 1, times: 30, maxNodeTimes: 0.6 },
  { name: '50 concurrent', inFlight: 50, times: 100, maxNodeTimes: 0.55 },
] as const

/** Limits as a multiple of the time of `fetch`. */
const maxTimes = (maxNodeTimes: number): Partial<Record<ClientProgram, number>> => ({ family: 1.1, 'family-node': maxNodeTimes })

export const clientOverhead: Bench = {
  name: 'client-overhead',
  about: 'time per request, one by one and with 50 concurrent: fetch, this client, the official SDK, a community client, generated clients',
  runs: 31,
  async measure({ runs, progress }) {
    const server = spawn(process.execPath, [fileURLToPath(new URL('droplet-server.ts', import.meta.url))], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const children: ChildProcess[] = []
    try {
      const [port] = (await once(server.stdout, 'data')) as [Buffer]
      using project = await createPeerProject(`http://127.0.0.1:${Number(port)}`)
      const started = await startPrograms(project.folder, children)
      const rows = []
      for (const { name, inFlight, times, maxNodeTimes } of modes) {
        const limits = maxTimes(maxNodeTimes)
        const subjects = forEachProgram((program) => async () => {
          started[program].send({ times, inFlight })
          return waitForNumber(started[program])
        })
        progress(`${name}, ${runs} rounds of ${times} times ten requests each`)
        const samples = await measure(subjects, { runs, warmUps: 10 })
        rows.push(
          ...clientPrograms.map((program) =>
            createRow({
              subject: `${clients[program]}, ${name}`,
              value: median(samples[program]),
              unit: 'µs',
              against: median(samples['hand-typed']),
              atMostTimes: limits[program],
            }),
          ),
        )
      }
      return rows
    } finally {
      for (const child of children) child.kill()
      server.kill()
    }
  },
}

function forEachProgram<Value>(create: (program: ClientProgram) => Value): Record<ClientProgram, Value> {
  return Object.fromEntries(clientPrograms.map((program) => [program, create(program)])) as Record<ClientProgram, Value>
}

/** Starts the clients. Each runs its calls once, and all must get the same number of values. */
async function startPrograms(folder: string, children: ChildProcess[]): Promise<Record<ClientProgram, ChildProcess>> {
  const started = forEachProgram((program) =>
    fork(fileURLToPath(new URL('call-child.ts', import.meta.url)), [join(folder, 'js', `${program}.js`)]),
  )
  children.push(...Object.values(started))
  const counts = await Promise.all(clientPrograms.map((program) => waitForNumber(started[program])))
  clientPrograms.forEach((program, at) => {
    if (counts[at] !== counts[0]) throw new Error(`${clients[program]} got ${counts[at]} values from its calls, expected ${counts[0]}.`)
  })
  return started
}

async function waitForNumber(child: ChildProcess): Promise<number> {
  const ended = new AbortController()
  const end = (code: number | null) => ended.abort(new Error(`${child.spawnargs.at(-1)} exited with code ${code}.`))
  child.once('exit', end)
  try {
    const [number] = (await once(child, 'message', { signal: ended.signal })) as [number]
    return number
  } catch (error) {
    throw ended.signal.reason ?? error
  } finally {
    child.off('exit', end)
  }
}
