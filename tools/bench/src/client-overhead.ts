/** What each client costs per request, beside bare `fetch`: its ten calls, each client in a process of its own, against one server. */
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
  { name: 'in turn', inFlight: 1, times: 30, nodeAtMost: 0.6 },
  { name: '50 in flight', inFlight: 50, times: 100, nodeAtMost: 0.55 },
] as const

/** In times `fetch`. */
const atMostTimes = (nodeAtMost: number): Partial<Record<ClientProgram, number>> => ({ family: 1.1, 'family-node': nodeAtMost })

export const clientOverhead: Bench = {
  name: 'client-overhead',
  about: 'time per request in turn and at 50 in flight: fetch, ours, the official SDK, the community’s client, what others generate',
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
      for (const { name, inFlight, times, nodeAtMost } of modes) {
        const limits = atMostTimes(nodeAtMost)
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

function forEachProgram<Value>(make: (program: ClientProgram) => Value): Record<ClientProgram, Value> {
  return Object.fromEntries(clientPrograms.map((program) => [program, make(program)])) as Record<ClientProgram, Value>
}

/** Each has made its calls once, so that a client that does not get its answers is no fast one. */
async function startPrograms(folder: string, children: ChildProcess[]): Promise<Record<ClientProgram, ChildProcess>> {
  const started = forEachProgram((program) =>
    fork(fileURLToPath(new URL('call-child.ts', import.meta.url)), [join(folder, 'js', `${program}.js`)]),
  )
  children.push(...Object.values(started))
  const counts = await Promise.all(clientPrograms.map((program) => waitForNumber(started[program])))
  clientPrograms.forEach((program, at) => {
    if (counts[at] !== counts[0]) throw new Error(`${clients[program]} got ${counts[at]} values from its calls and not ${counts[0]}.`)
  })
  return started
}

async function waitForNumber(child: ChildProcess): Promise<number> {
  const ended = new AbortController()
  const end = (code: number | null) => ended.abort(new Error(`${child.spawnargs.at(-1)} ended with ${code}.`))
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
