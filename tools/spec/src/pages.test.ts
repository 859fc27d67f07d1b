import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repoFolder } from './documents.ts'

const pages = [...globSync('*.md', { cwd: repoFolder }), ...globSync('docs/**/*.md', { cwd: repoFolder }), 'spec/README.md']

it.each(pages)('%s names only paths that exist', (page) => {
  const text = readFileSync(join(repoFolder, page), 'utf8')
  const paths = [...text.matchAll(/`((?:spec|generators|packages|tools|action|docs)\/[\w./-]*)`/g)].map(([, path = '']) => path)
  const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, path = '']) => join(page, '..', path))
  expect([...paths, ...links].filter((path) => !path.includes('/dist/') && !existsSync(join(repoFolder, path)))).toEqual([])
})
