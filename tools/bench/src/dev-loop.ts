/**
 * `pnpm dev` in a copy of the repository: from an edit of one description to everything done, and from an edit of a behavior to the sandbox
 * answering anew. What it leaves after all edits must be what `pnpm build` makes of the same documents; the bench fails where it is not.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench } from './bench.ts'
import { makeCopy, quietly } from './copy-repository.ts'
import { editDescription } from './edit-description.ts'
import { median } from './median.ts'
import { makeRow } from './row.ts'
import { runChild } from './run-child.ts'
import { findFreePort } from '../../release/src/local-registry.ts'

const document = 'spec/control/volumes.yaml'
const behavior = 'packages/sandbox/src/families/droplets/backups.ts'
const answered = 'retention_period_days: 28, possible_days'

export const devLoop: Bench = {
  name: 'dev-loop',
  about:
    '`pnpm dev`: one description edited to everything done, and a behavior edited to the sandbox answering anew; the middle and the longest',
  runs: 20,
  async measure({ runs, progress }) {
    const folder = mkdtempSync(join(tmpdir(), 'spindrift-dev-'))
    const dev: { child?: ChildProcess } = {}
    try {
      progress('copying the repository and installing')
      await makeCopy(folder)
      progress('the first build')
      const port = await findFreePort()
      const done = await startDev(folder, port, dev)
      const documents = await measureDocuments(folder, runs, done, progress)
      const behaviors = await measureBehaviors(folder, runs, `http://127.0.0.1:${port}`, done, progress)
      progress('comparing with a whole build')
      await expectSame(folder)
      return [...list('one description edited', documents, 3), ...list('a behavior edited', behaviors, 1)]
    } finally {
      if (dev.child?.exitCode === null) await Promise.all([once(dev.child, 'close'), dev.child.kill('SIGTERM')])
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

const list = (subject: string, samples: readonly number[], atMost: number) => [
  makeRow({ subject, value: median(samples), unit: 's', atMost }),
  makeRow({ subject: `${subject}, the longest`, value: Math.max(...samples), unit: 's' }),
]

/** @returns waits for the end of what the next edit leads to */
async function startDev(folder: string, port: number, dev: { child?: ChildProcess }): Promise<() => Promise<void>> {
  const args = ['tools/dev/src/main.ts', '--port', String(port), '--state', join(folder, 'dev.db')]
  const child = spawn(process.execPath, args, { cwd: folder, env: { ...process.env, ...quietly }, stdio: ['ignore', 'pipe', 'pipe'] })
  dev.child = child
  let said = ''
  let tell = () => {}
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += String(chunk)
      tell()
    })
  }
  child.once('close', () => tell())
  const hear = (words: RegExp) =>
    new Promise<void>((resolve, reject) => {
      tell = () => {
        if (words.test(said)) resolve()
        else if (/goes on running|does not start/.test(said) || child.exitCode !== null)
          reject(new Error(`pnpm dev said:\n${said.slice(-3000)}`))
      }
      tell()
    })
  await hear(/^Watching/m)
  return () => {
    said = ''
    return hear(/^done in/m)
  }
}

async function measureDocuments(folder: string, runs: number, done: () => Promise<void>, progress: (line: string) => void) {
  const path = join(folder, document)
  const original = readFileSync(path, 'utf8')
  return time(runs, 'one description', progress, async (round) => {
    const following = done()
    writeFileSync(path, editDescription(original, `It is shown ${round + 10} times.`))
    await following
  })
}

async function measureBehaviors(folder: string, runs: number, url: string, done: () => Promise<void>, progress: (line: string) => void) {
  const path = join(folder, behavior)
  const original = readFileSync(path, 'utf8')
  if (!original.includes(answered)) throw new Error(`${behavior} has no "${answered}" to edit.`)
  const { tokens } = (await (await fetch(`${url}/_sandbox/accounts`, { method: 'POST' })).json()) as { tokens: { full: string } }
  const ask = async () => {
    const response = await fetch(`${url}/v2/droplets/backups/supported_policies`, { headers: { authorization: `Bearer ${tokens.full}` } })
    return response.text()
  }
  try {
    return await time(runs, 'a behavior', progress, async (round) => {
      const following = done()
      const days = round + 100
      writeFileSync(path, original.replace(answered, answered.replace('28', String(days))))
      while (!(await ask().catch(() => '')).includes(`"retention_period_days":${days}`))
        await new Promise((resolve) => setTimeout(resolve, 5))
      const answeredAt = performance.now()
      await following
      return answeredAt
    })
  } finally {
    const following = done()
    writeFileSync(path, original)
    await following
  }
}

/** Seconds of each round after two that warm up, to the moment that it returns or to its end. */
async function time(runs: number, what: string, progress: (line: string) => void, work: (round: number) => Promise<number | void>) {
  const samples: number[] = []
  for (let round = -2; round < runs; round += 1) {
    progress(`${round < 0 ? 'warm-up' : `${round + 1}/${runs}`} ${what}`)
    const started = performance.now()
    const ended = (await work(round)) ?? performance.now()
    if (round >= 0) samples.push((ended - started) / 1000)
  }
  return samples
}

async function expectSame(folder: string): Promise<void> {
  const left = hashOutputs(folder)
  await runChild('pnpm', ['build'], { cwd: folder, env: quietly })
  const different = [...hashOutputs(folder)].flatMap(([path, hash]) => (left.get(path) === hash ? [] : path))
  if (different.length > 0)
    throw new Error(`\`pnpm dev\` left ${different.length} files other than \`pnpm build\` makes: ${different.slice(0, 20).join(', ')}`)
}

/** Not the worlds: a database is made of other bytes each time. */
function hashOutputs(folder: string): Map<string, string> {
  const paths = globSync(['spec/dist/*.json', 'spec/SURFACE.md', 'packages/*/{src/generated,dist}/**/*.*'], { cwd: folder })
  return new Map(
    paths.map((path) => [
      path,
      createHash('sha1')
        .update(readFileSync(join(folder, path)))
        .digest('hex'),
    ]),
  )
}
