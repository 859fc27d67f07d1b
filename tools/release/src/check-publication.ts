/** What tells users to install a package says from when on there is one. That stays true when there is. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const pages = [
  '*.md',
  'docs/**/*.md',
  'packages/*/README.md',
  'packages/*/recipes/README.md',
  'action/README.md',
  'generators/reference/guides/*.md',
  'tools/recipes/README.md',
  '.github/ISSUE_TEMPLATE/*.yml',
]

/** One sentence for each command that does not do, or not yet, what a reader would take it for. */
export function checkPublication(root: string): string[] {
  const read = globSync(pages, { cwd: root })
    .toSorted()
    .map((page) => ({ page, text: readFileSync(join(root, page), 'utf8') }))
  return [
    ...read
      .filter(({ page, text }) => page.endsWith('.md') && isEarly(text))
      .map(({ page }) => `${page} has readers install what is not on npm before 0.1.0. Say "on npm from 0.1.0 on" there.`),
    ...read.flatMap(({ page, text }) =>
      findForeign(text).map((command) => `${page} has readers run \`${command}\`, which is not ours. Write \`npx @spindrift/…\` there.`),
    ),
  ]
}

export function isEarly(text: string): boolean {
  return (
    /\b(?:npx|npm i|npm install|pnpm add|yarn add)\s[^\n`]*@spindrift\//.test(text) &&
    !/on npm from 0\.1\.0 on|npm, where that is from 0\.1\.0 on/i.test(text)
  )
}

/** Where a package is not installed, npx takes the name of its program for that of a package, which is anybody's. */
export function findForeign(text: string): string[] {
  return /\bnpm install [^\n]*@spindrift\//.test(text) ? [] : [...text.matchAll(/\bnpx (?:-y )?spindrift-\w+/g)].map(([command]) => command)
}
