/** What tells users to install a package says from when on there is one. That stays true when there is. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const pages = [
  'README.md',
  'packages/*/README.md',
  'packages/*/recipes/README.md',
  'action/README.md',
  'generators/reference/guides/*.md',
  'tools/recipes/README.md',
]

export function checkPublication(root: string): string[] {
  return globSync(pages, { cwd: root })
    .toSorted()
    .filter((page) => isEarly(readFileSync(join(root, page), 'utf8')))
    .map((page) => `${page} has readers install what is not on npm before 0.1.0. Say "on npm from 0.1.0 on" there.`)
}

export function isEarly(text: string): boolean {
  return (
    /\b(?:npx|npm i|npm install|pnpm add|yarn add)\s[^\n`]*@spindrift\//.test(text) &&
    !/on npm from 0\.1\.0 on|npm, where that is from 0\.1\.0 on/i.test(text)
  )
}
