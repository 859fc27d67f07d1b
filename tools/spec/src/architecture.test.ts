import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repoFolder } from './documents.ts'

it('names only paths that exist in ARCHITECTURE.md', () => {
  const text = readFileSync(join(repoFolder, 'ARCHITECTURE.md'), 'utf8')
  const paths = [...text.matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(40)
  expect(paths.filter((path) => !existsSync(join(repoFolder, path)))).toEqual([])
})
