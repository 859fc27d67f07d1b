/** Order of the system calls that make a file survive a power failure. */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createSnapshots } from '../control/snapshots.ts'
import { replaceFile } from './replace-file.ts'
import { openState } from './sqlite-store.ts'

const done: string[] = []

beforeAll(() => {
  const { fsyncSync, renameSync, rmSync } = fs
  vi.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
    done.push(`synced ${fs.readlinkSync(`/proc/self/fd/${descriptor}`)}`)
    fsyncSync(descriptor)
  })
  vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    done.push(`renamed ${String(from)}`)
    renameSync(from, to)
  })
  vi.spyOn(fs, 'rmSync').mockImplementation((path, options) => {
    done.push(`removed ${String(path)}`)
    rmSync(path, options)
  })
  syncBuiltinESMExports()
  return () => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  }
})

const base = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'spindrift-replace-')))
afterAll(() => fs.rmSync(base, { recursive: true, force: true }))
beforeEach(() => void done.splice(0))

const isLinux = process.platform === 'linux'

it.skipIf(!isLinux)('syncs a temporary file, renames it, and syncs its folder', () => {
  const file = join(base, 'a')
  replaceFile(file, (temporaryFile) => fs.writeFileSync(temporaryFile, 'one'))
  expect(done).toEqual([`synced ${file}.part`, `renamed ${file}.part`, `synced ${base}`])
  expect(fs.readFileSync(file, 'utf8')).toBe('one')
})

it('keeps the old file when the new one cannot be written', () => {
  const file = join(base, 'b')
  replaceFile(file, (temporaryFile) => fs.writeFileSync(temporaryFile, 'one'))
  fs.mkdirSync(`${file}.part`)
  expect(() => replaceFile(file, () => {})).toThrow(/EPERM|EISDIR/)
  expect(fs.readFileSync(file, 'utf8')).toBe('one')
})

it.skipIf(!isLinux)('syncs the folder when a snapshot is written or deleted', () => {
  const folder = join(base, 'snapshots')
  const state = openState()
  const snapshots = createSnapshots(state, folder)
  const ours = () => done.filter((each) => each.includes(base))
  const file = join(folder, 'before.db')
  snapshots.save('before')
  expect(ours()).toEqual([`synced ${base}`, `synced ${file}.part`, `renamed ${file}.part`, `synced ${folder}`])
  done.splice(0)
  snapshots.save('before')
  expect(ours()).toEqual([`synced ${file}.part`, `renamed ${file}.part`, `synced ${folder}`])
  done.splice(0)
  snapshots.remove('before')
  expect(ours()).toEqual([`removed ${file}`, `synced ${folder}`])
  state.store.close()
})
