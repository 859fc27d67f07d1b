/**
 * The MCP server beside the limit (a raw server in Node that does nothing but ask the platform), the official SDK used plainly and, when
 * `pnpm prove clients --only tool-server --install` has brought it, the platform's own tool server, a native binary. Both are also started as
 * people start them, through `npx` from a folder where they are installed. Without the peer, what it gave elsewhere stands in the targets: a call 0.253 ms, 7,819 a second at 16 in flight.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Bench } from './bench.ts'
import { measure } from './measure.ts'
import { median } from './median.ts'
import { makeRow, type Row } from './row.ts'
import { type Command, startToolServer } from './tool-server.ts'

const file = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
/** Below node_modules, so that they find what they import. */
const built = 'tools/bench/node_modules/.mcp'
const node = process.execPath
const main = file('packages/mcp/dist/main.js')
const peer = file('tools/clients/tool-server/node_modules/@digitalocean/mcp')
const binary = `${peer}/dist/mcp-digitalocean-linux-amd64`

type Name = 'raw' | 'sdk' | 'platform' | 'platformByNpx' | 'ours' | 'oursByNpx'

const titles: Readonly<Record<Name, string>> = {
  raw: 'raw Node',
  sdk: 'official SDK, plain',
  platform: 'the platform’s tool server',
  platformByNpx: 'the platform’s tool server, by npx',
  ours: 'spindrift-mcp',
  oursByNpx: 'spindrift-mcp, by npx',
}
const hasPeer = process.platform === 'linux' && process.arch === 'x64' && existsSync(binary)
const names: readonly Name[] = ['raw', 'sdk', ...(hasPeer ? (['platform'] as const) : []), 'ours']
const started: readonly Name[] = [...names, ...(hasPeer ? (['platformByNpx'] as const) : []), 'oursByNpx']

function findCommand(name: Name, baseUrl: string): Command {
  const flags = ['-digitalocean-api-endpoint', baseUrl, '-digitalocean-api-token', 'bench', '-services', 'databases', '-log-level', 'error']
  const commands: Readonly<Record<Name, Command>> = {
    raw: { program: node, args: [file(`${built}/mcp-raw.mjs`)] },
    sdk: { program: node, args: [file(`${built}/mcp-sdk.mjs`)] },
    platform: { program: binary, args: flags },
    platformByNpx: { program: 'npx', args: ['--no-install', 'mcp', ...flags], cwd: file('tools/clients/tool-server') },
    ours: { program: node, args: [main, '--allow-destructive'] },
    oursByNpx: { program: 'npx', args: ['--no-install', 'spindrift-mcp', '--allow-destructive'], cwd: file(built) },
  }
  return commands[name]
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
    install()
    const platform = spawn(process.execPath, [file('tools/bench/programs/mcp-platform.ts')], { stdio: ['pipe', 'pipe', 'inherit'] })
    try {
      const [port] = (await once(platform.stdout, 'data')) as [Buffer]
      const baseUrl = `http://127.0.0.1:${String(port).trim()}`
      const starts = await measure(
        forEach(started, (name) => measureStart(name, baseUrl)),
        { runs: runs * 3, progress },
      )
      const loads = await measure(
        forEach(names, (name) => measureCalls(name, baseUrl)),
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

/** As npm does, which links the program where npx looks for it. */
function install(): void {
  const folder = file(`${built}/node_modules/.bin`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  chmodSync(main, 0o755)
  symlinkSync(main, `${folder}/spindrift-mcp`)
}

function forEach<Sample>(list: readonly Name[], subject: (name: Name) => Promise<Sample>): Record<string, () => Promise<Sample>> {
  return Object.fromEntries(list.map((name) => [name, () => subject(name)]))
}

async function measureStart(name: Name, baseUrl: string): Promise<number> {
  const server = await startToolServer(findCommand(name, baseUrl), baseUrl)
  await server.end()
  return server.startMs
}

interface Load {
  readonly ms: number
  readonly perSecond: number
}

async function measureCalls(name: Name, baseUrl: string): Promise<Load> {
  const server = await startToolServer(findCommand(name, baseUrl), baseUrl)
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
  return started.map((name) =>
    makeRow({
      subject: `initialize, ${titles[name]}`,
      value: times(name),
      unit: 'ms',
      against: times(hasPeer ? 'platformByNpx' : 'raw'),
      ...(name === 'ours' && { atMost: 70, ...(hasPeer && { atMostTimes: 1 }) }),
    }),
  )
}

function writeLoads(samples: Readonly<Record<string, readonly Load[]>>): Row[] {
  const times = (name: Name) => median((samples[name] ?? []).map(({ ms }) => ms))
  const rates = (name: Name) => median((samples[name] ?? []).map(({ perSecond }) => perSecond))
  const against = hasPeer ? 'platform' : 'raw'
  return [
    ...names.map((name) =>
      makeRow({
        subject: `call p50, ${titles[name]}`,
        value: times(name),
        unit: 'ms',
        against: times(against),
        ...(name === 'ours' && (hasPeer ? { atMostTimes: 1 } : { atMost: 0.253 })),
      }),
    ),
    ...names.map((name) =>
      makeRow({
        subject: `${inFlight} in flight, ${titles[name]}`,
        value: Math.round(rates(name)),
        unit: '/s',
        against: rates(against),
        ...(name === 'ours' && (hasPeer ? { atLeastTimes: 1.2 } : { atLeast: Math.ceil(1.2 * 7819) })),
      }),
    ),
  ]
}

async function measureList(baseUrl: string): Promise<Row> {
  const server = await startToolServer(findCommand('ours', baseUrl), baseUrl)
  const bytes = Buffer.byteLength(await server.ask('tools/list', {}))
  await server.end()
  return makeRow({ subject: 'tools/list, 38 tools', value: bytes / 1000, unit: 'kB', atMost: 40 })
}
