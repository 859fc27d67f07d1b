import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Watched, watchFiles } from './watch-files.ts'

let root = ''
let watched: Watched
const write = (file: string) => writeFileSync(join(root, file), String(Math.random()))

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'watch-'))
  for (const folder of ['spec/control', 'packages']) mkdirSync(join(root, folder), { recursive: true })
  watched = watchFiles(root, ['spec', 'packages'])
})
afterEach(() => {
  watched.close()
  rmSync(root, { recursive: true })
})

it('tells of files that are edited together once, and of those edited meanwhile the next time', async () => {
  const first = watched.next()
  for (const file of ['spec/control/a.yaml', 'spec/control/b.yaml', 'packages/c.ts']) write(file)
  expect(await first).toEqual(['packages/c.ts', 'spec/control/a.yaml', 'spec/control/b.yaml'])
  write('packages/d.ts')
  expect(await watched.next()).toEqual(['packages/d.ts'])
})

it('does not tell again of what was taken', async () => {
  write('packages/made.ts')
  await expect.poll(() => watched.take(/made/)).toEqual(['packages/made.ts'])
  const next = watched.next()
  write('packages/e.ts')
  expect(await next).toEqual(['packages/e.ts'])
})

it('hears of a file that an editor puts in the place of another, each time', async () => {
  for (const round of [1, 2, 3]) {
    const next = watched.next()
    write(`new-${round}`)
    renameSync(join(root, `new-${round}`), join(root, 'spec/control/a.yaml'))
    expect(await next, `round ${round}`).toEqual(['spec/control/a.yaml'])
  }
})

it('hears of what is in a folder that was removed and is there again', async () => {
  mkdirSync(join(root, 'packages/new'))
  write('packages/new/old.ts')
  await expect.poll(() => watched.take(/old/)).toEqual(['packages/new/old.ts'])
  rmSync(join(root, 'packages/new'), { recursive: true })
  await expect.poll(() => watched.take(/new$/)).toEqual(['packages/new'])
  mkdirSync(join(root, 'packages/new/src'), { recursive: true })
  write('packages/new/src/first.ts')
  await expect.poll(() => watched.take(/first/)).toEqual(['packages/new/src/first.ts'])
  write('packages/new/src/second.ts')
  await expect.poll(() => watched.take(/second/)).toEqual(['packages/new/src/second.ts'])
})
