/** The MCP server beside the limit (a raw server in Node that does nothing but ask the platform) and the official SDK used plainly. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Bench } from './bench.ts'
import { measure } from './measure.ts'
import { median } from './median.ts'
import { createRow, type Row } from './row.ts'
import { type Command, startToolServer } from './tool-server.ts'

const file = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
/** Below node_modules, so that they find what they import. */
const built = 'tools/bench/node_modules/.mcp'
const node = process.execPath
const main = file('packages/mcp/dist/main.js')

type Name = 'raw' | 'sdk' | 'ours'

const titles: Readonly<Record<Name, string>> = {
  raw: 'raw Node',
  sdk: 'official SDK, plain',
  ours: 'spindrift-mcp',
}
const names: readonly Name[] = ['raw', 'sdk', 'ours']

const commands: Readonly<Record<Name, Command>> = {
  raw: { program: node, args: [file(`${built}/mcp-raw.mjs`)] },
  sdk: { program: node, args: [file(`${built}/mcp-sdk.mjs`)] },
  ours: { program: node, args: [main, '--allow-destructive'] },
}

const [warmUps, calls, inFlight, burst] = [2000, 2000, 16, 20_000] as const
const call = { name: 'db-cluster-list', arguments: {} }

export const mcp: Bench = {
  name: 'mcp',
  about: 'MCP server: start, one call, 16 in flight, size of the list; beside raw Node and the SDK used plainly',
  runs: 7,
  async measure({ runs, progress }) {
    if (!existsSync(main)) throw new Error('packages/mcp/dist is not there. Run: pnpm build')
    await buildPeers()
    const platform = spawn(process.execPath, [file('tools/bench/programs/mcp-platform.ts')], { stdio: ['pipe', 'pipe', 'inherit'] })
    try {
      const [port] = (await once(platform.stdout, 'data')) as [Buffer]
      const baseUrl = `http://127.0.0.1:${String(port).trim()}`
      const starts = await measure(
        forEach((name) => measureStart(name, baseUrl)),
        { runs: runs * 3, progress },
      )
      const loads = await measure(
        forEach((name) => measureCalls(name, baseUrl)),
        { runs, warmUps: 0, progress },
      )
      return [...writeStarts(starts), ...writeLoads(loads), await measureList(baseUrl)]
    } finally {
      platform.kill()
    }
  },
}

/** Reading a first file of TypeScript costs Node time, and no published program does it. */
async function buildPeers(): Promise<void> {
  const entryPoints = ['raw', 'sdk'].map((name) => file(`tools/bench/programs/mcp-${name}.ts`))
  await build({ entryPoints, outdir: file(built), outExtension: { '.js': '.mjs' }, format: 'esm', platform: 'node', target: 'node22.13' })
}

function forEach<Sample>(subject: (name: Name) => Promise<Sample>): Record<string, () => Promise<Sample>> {
  return Object.fromEntries(names.map((name) => [name, () => subject(name)]))
}

async function measureStart(name: Name, baseUrl: string): Promise<number> {
  const server = await startToolServer(commands[name], baseUrl)
  await server.end()
  return server.startMs
}

interface Load {
  readonly ms: number
  readonly perSecond: number
}

async function measureCalls(name: Name, baseUrl: string): Promise<Load> {
  const server = await startToolServer(commands[name], baseUrl)
  try {
    const line = await server.ask('tools/call', call)
    if (!line.includes('orders-pg')) throw new Error(`${name} answered: ${line.slice(0, 300)}`)
    for (let n = 0; n < warmUps; n++) await server.ask('tools/call', call)
    const times: number[] = []
    for (let n = 0; n < calls; n++) {
      const begun = performance.now()
      await server.ask('tools/call', call)
      times.push(performance.now() - begun)
    }
    let left: number = burst
    const begun = performance.now()
    await Promise.all(
      Array.from({ length: inFlight }, async () => {
        while (left-- > 0) await server.ask('tools/call', call)
      }),
    )
    return { ms: median(times), perSecond: burst / ((performance.now() - begun) / 1000) }
  } finally {
    await server.end()
  }
}

function writeStarts(samples: Readonly<Record<string, readonly number[]>>): Row[] {
  const times = (name: Name) => median(samples[name] ?? [])
  return names.map((name) =>
    createRow({
      subject: `initialize, ${titles[name]}`,
      value: times(name),
      unit: 'ms',
      against: times('sdk'),
      ...(name === 'ours' && { atMostTimes: 1 }),
    }),
  )
}

function writeLoads(samples: Readonly<Record<string, readonly Load[]>>): Row[] {
  const times = (name: Name) => median((samples[name] ?? []).map(({ ms }) => ms))
  const rates = (name: Name) => median((samples[name] ?? []).map(({ perSecond }) => perSecond))
  return [
    ...names.map((name) =>
      createRow({
        subject: `call p50, ${titles[name]}`,
        value: times(name),
        unit: 'ms',
        against: times('sdk'),
        ...(name === 'ours' && { atMostTimes: 1 }),
      }),
    ),
    ...names.map((name) =>
      createRow({
        subject: `${inFlight} in flight, ${titles[name]}`,
        value: Math.round(rates(name)),
        unit: '/s',
        against: rates('sdk'),
        ...(name === 'ours' && { atLeastTimes: 1 }),
      }),
    ),
  ]
}

async function measureList(baseUrl: string): Promise<Row> {
  const server = await startToolServer(commands.ours, baseUrl)
  const bytes = Buffer.byteLength(await server.ask('tools/list', {}))
  await server.end()
  return createRow({ subject: 'tools/list, 38 tools', value: bytes / 1000, unit: 'kB', atMost: 40 })
}
