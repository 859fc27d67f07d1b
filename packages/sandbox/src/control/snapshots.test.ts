import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import { it } from '../../test/it.ts'
import { coversVolume, createTestSandbox, type TestSandbox } from '../../test/create-test-sandbox.ts'
import { forbidden } from '../../test/operation-at.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spindrift-snapshots-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const storages = [
  { name: 'in memory', open: () => createTestSandbox() },
  { name: 'beside a state file', open: () => createTestSandbox({ state: join(folder, 'state.db') }) },
]

const at = '/_sandbox/snapshots'
const countVolumes = async (sandbox: TestSandbox) => (await sandbox.get('/v2/volumes')).body.meta.total as number

describe('the name of a snapshot', () => {
  const outside = ['../evil', '/tmp/evil', 'a/b', 'a/../b', '..', '.', '.hidden', String.raw`..\evil`, 'a\0', '', 'x'.repeat(101), 7, null]
  const ways = [
    { how: 'saved', ask: (sandbox: TestSandbox, name: unknown) => sandbox.post(at, forbidden({ name })) },
    { how: 'restored', ask: (sandbox: TestSandbox, name: unknown) => sandbox.post(`${at}/restore`, forbidden({ name })) },
    { how: 'deleted', ask: (sandbox: TestSandbox, name: unknown) => sandbox.delete(at, forbidden({ name })) },
  ]

  it.each(ways)('cannot leave the folder when a snapshot is $how', async ({ ask }) => {
    const state = join(folder, 'deep', 'state.db')
    mkdirSync(join(folder, 'deep', 'state.db.snapshots'), { recursive: true })
    const foreign = [join(folder, 'deep', 'evil.db'), join(folder, 'deep', 'state.db.snapshots', '.hidden.db')]
    for (const file of foreign) writeFileSync(file, 'not ours')
    const sandbox = createTestSandbox({ state })
    const before = readdirSync(folder, { recursive: true }).toSorted()
    for (const name of outside) {
      const { status, body } = await ask(sandbox, name)
      expect([name, status, body.message]).toEqual([name, 422, expect.stringMatching(/^name: must be 1 to 100 letters/)])
    }
    expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual(before)
    for (const file of foreign) expect(readFileSync(file, 'utf8')).toBe('not ours')
    expect(existsSync(join(dirname(folder), 'evil.db'))).toBe(false)
    sandbox.close()
  })

  it.for(['a', '9', 'one.volume_2-b', 'x'.repeat(100)])('can be %j', async (name, { sandbox }) => {
    expect((await sandbox.post(at, forbidden({ name }))).body).toEqual({ snapshots: [name] })
  })
})

describe.each(storages)('snapshots $name', ({ open }) => {
  it('are listed by name, overwritten by the same name, and deleted', async () => {
    const sandbox = open()
    await sandbox.post(at, { name: 'tern' })
    await sandbox.post('/v2/volumes', coversVolume)
    await sandbox.post(at, { name: 'heron' })
    expect((await sandbox.get(at)).body).toEqual({ snapshots: ['heron', 'tern'] })
    await sandbox.post(at, { name: 'tern' })
    expect((await sandbox.get(at)).body).toEqual({ snapshots: ['heron', 'tern'] })
    await sandbox.post('/_sandbox/reset')
    expect(await countVolumes(sandbox)).toBe(0)
    await sandbox.post(`${at}/restore`, { name: 'tern' })
    expect(await countVolumes(sandbox)).toBe(1)
    expect((await sandbox.delete(at, { name: 'tern' })).body).toEqual({ snapshots: ['heron'] })
    for (const { status, body } of [await sandbox.delete(at, { name: 'tern' }), await sandbox.post(`${at}/restore`, { name: 'tern' })])
      expect([status, body.message]).toEqual([404, 'There is no snapshot "tern".'])
    sandbox.close()
  })

  it('do not change after they are restored', async () => {
    const sandbox = open()
    await sandbox.post(at, { name: 'empty' })
    for (let round = 0; round < 2; round += 1) {
      await sandbox.post('/v2/volumes', coversVolume)
      await sandbox.post(`${at}/restore`, { name: 'empty' })
      expect(await countVolumes(sandbox)).toBe(0)
    }
    sandbox.close()
  })
})

it('a reader of a snapshot file gets a complete file while it is overwritten', async () => {
  const state = join(folder, 'state.db')
  const sandbox = createTestSandbox({ state })
  await sandbox.post(at, { name: 'tern' })
  const file = join(`${state}.snapshots`, 'tern.db')
  const first = readFileSync(file)
  const descriptor = openSync(file, 'r')
  await sandbox.post('/v2/volumes', coversVolume)
  await sandbox.post(at, { name: 'tern' })
  // An open file descriptor still reads the first version.
  expect(readFileSync(descriptor).equals(first)).toBe(true)
  closeSync(descriptor)
  expect(readFileSync(file).equals(first)).toBe(false)
  expect(readdirSync(`${state}.snapshots`)).toEqual(['tern.db'])
  sandbox.close()
})

it('a damaged snapshot is rejected, even by the process that saved it', async () => {
  const sandbox = createTestSandbox({ state: join(folder, 'state.db') })
  await sandbox.post('/v2/volumes', coversVolume)
  await sandbox.post(at, { name: 'before' })
  expect((await sandbox.post(`${at}/restore`, { name: 'before' })).status).toBe(200)
  const file = join(folder, 'state.db.snapshots', 'before.db')
  const bytes = readFileSync(file)
  for (const damaged of [Buffer.from(bytes).fill(0x5a, 8192), Buffer.alloc(1200, 'not SQLite'), Buffer.alloc(0)]) {
    writeFileSync(file, damaged)
    const { status, body } = await sandbox.post(`${at}/restore`, { name: 'before' })
    expect([status, body.message]).toEqual([422, expect.stringMatching(/^name: the snapshot "before" is damaged or of another version/)])
  }
  expect(await countVolumes(sandbox)).toBe(1)
  sandbox.close()
})

it('snapshots survive a restart in files that only their owner can read', async () => {
  const state = join(folder, 'state.db')
  const first = createTestSandbox({ state })
  await first.post('/v2/volumes', coversVolume)
  await first.post(at, { name: 'one-volume' })
  await first.post('/_sandbox/reset')
  first.close()
  const second = createTestSandbox({ state })
  expect(await countVolumes(second)).toBe(0)
  if (process.platform !== 'win32') expect(statSync(`${state}.snapshots/one-volume.db`).mode & 0o777).toBe(0o600)
  await second.post(`${at}/restore`, { name: 'one-volume' })
  expect(await countVolumes(second)).toBe(1)
  rmSync(`${state}.snapshots`, { recursive: true })
  writeFileSync(`${state}.snapshots`, 'a file where the folder would be')
  expect((await second.post(at, { name: 'late' })).body.message).toMatch(/^The snapshot cannot be written: EEXIST/)
  second.close()
})
