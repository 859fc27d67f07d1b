import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createFolder } from './folders.ts'

it('creates a folder once when two ask for it at the same time, and leaves nothing of one that fails', async () => {
  const root = await mkdtemp(join(tmpdir(), 'folders-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const fill = async (folder: string) => {
    await mkdir(folder)
    await writeFile(join(folder, 'file'), '')
  }
  const failing = createFolder(join(root, 'b'), async (folder) => {
    await fill(folder)
    throw new Error('no disk')
  })
  await expect(failing).rejects.toThrow('no disk')
  await Promise.all([1, 2].map(() => createFolder(join(root, 'a'), fill)))
  expect((await readdir(root, { recursive: true })).toSorted()).toEqual(['a', join('a', 'file')])
})
