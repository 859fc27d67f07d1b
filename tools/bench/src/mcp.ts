/** The MCP server, compared with a minimal server in Node (the lower limit) and a server with the official SDK. */
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
/** Below node_modules, to resolve imports. */
const outputFolder = 'tools/bench/node_modules/.mcp'
const node = process.execPath
const main = file('packages/mcp/dist/main.js')

type Name = 'raw' | 'sdk' | 'ours'

const titles: Readonly<Record<Name, string>> = {
  raw: 'minimal Node server',
  sdk: 'official SDK',
  ours: 'spindrift-mcp',
}
const names: readonly Name[] = ['raw', 'sdk', 'ours']

const commands: Readonly<Record<Name, Command>> = {
  raw: { program: node, args: [file(`${outputFolder}/mcp-raw.mjs`)] },
  sdk: { program: node, args: [file(`${outputFolder}/mcp-sdk.mjs`)] },
  ours: { program: node, args: [main, '--allow-all'] },
}

const [warmUps, calls, inFlight, burst] = [2000, 2000, 16, 20_000] as const
const call = { name: 'db-cluster-list', arguments: {} }

export const mcp: Bench = {
  name: 'mcp',
  about:
    'MCP server: start, one call, 16 concurrent calls, size of the tool list; compared with a minimal Node server and the official SDK',
  runs: 7,
  async measure({ runs, progress }) {
    if (!existsSync(main)) throw new Error('packages/mcp/dist is missing. Run: pnpm build')
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
      return [...createStartRows(starts), ...createLoadRows(loads), await measureList(baseUrl)]
    } finally {
      platform.kill()
    }
  },
}

/** Compiles the other servers, as published programs are JavaScript and TypeScript slows down the start of Node. */
async function buildPeers(): Promise<void> {
  const entryPoints = ['raw', 'sdk'].map((name) => file(`tools/bench/programs/mcp-${name}.ts`))
  await build({
    entryPoints,
    outdir: file(outputFolder),
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    platform: 'node',
    target: 'node22.13',
  })
}

function forEach<Sample>(subject: (name: Name) => Promise<Sample>): Record<string, () => Promise<Sample>> {
  return Object.fromEntries(names.map((name) => [name, () => subject(name)]))
}

async function measureStart(name: Name, baseUrl: string): Promise<number> {
  const server = await startToolServer(commands[name], baseUrl)
  await server.stop()
  return server.startMs
}

interface Load {
  readonly ms: number
  readonly perSecond: number
}

async function measureCalls(name: Name, baseUrl: string): Promise<Load> {
  const server = await startToolServer(commands[name], baseUrl)
  try {
    const line = await server.sendRequest('tools/call', call)
    if (!line.includes('orders-pg')) throw new Error(`${name} returned: ${line.slice(0, 300)}`)
    for (let n = 0; n < warmUps; n++) await server.sendRequest('tools/call', call)
    const times: number[] = []
    for (let n = 0; n < calls; n++) {
      const startedAt = performance.now()
      await server.sendRequest('tools/call', call)
      times.push(performance.now() - startedAt)
    }
    let remaining: number = burst
    const startedAt = performance.now()
    await Promise.all(
      Array.from({ length: inFlight }, async () => {
        while (remaining-- > 0) await server.sendRequest('tools/call', call)
      }),
    )
    return { ms: median(times), perSecond: burst / ((performance.now() - startedAt) / 1000) }
  } finally {
    await server.stop()
  }
}

function createStartRows(samples: Readonly<Record<string, readonly number[]>>): Row[] {
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

function createLoadRows(samples: Readonly<Record<string, readonly Load[]>>): Row[] {
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
        subject: `${inFlight} concurrent, ${titles[name]}`,
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
  const bytes = Buffer.byteLength(await server.sendRequest('tools/list', {}))
  await server.stop()
  return createRow({ subject: 'tools/list, 38 tools', value: bytes / 1000, unit: 'kB', atMost: 40 })
}
