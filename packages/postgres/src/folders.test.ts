import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createFolder, linkFolder } from './folders.ts'

async function createRoot(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'folders-'))
  onTestFinished(() => rm(root, { recursive: true }))
  return root
}

async function fill(folder: string): Promise<void> {
  await mkdir(folder)
  await writeFile(join(folder, 'file'), '')
}

it('creates a folder once when two ask for it at the same time, and leaves nothing of one that fails', async () => {
  const root = await createRoot()
  const failing = createFolder(join(root, 'b'), async (folder) => {
    await fill(folder)
    throw new Error('no disk')
  })
  await expect(failing).rejects.toThrow('no disk')
  await Promise.all([1, 2].map(() => createFolder(join(root, 'a'), fill)))
  expect((await readdir(root, { recursive: true })).toSorted()).toEqual(['a', join('a', 'file')])
})

it.skipIf(process.platform === 'win32')('links to the files of a folder', async () => {
  const root = await createRoot()
  await fill(join(root, 'a'))
  await linkFolder(join(root, 'a'), join(root, 'b'))
  expect((await stat(join(root, 'b/file'))).nlink).toBe(2)
})
