/** Every code block of every guide and of the skill for agents compiles and runs; every workflow runs as one program and as one shell script. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildModel } from '../../../../generators/model/build-model.ts'
import { loadBundles } from '../../../../generators/model/load-bundles.ts'
import { camel, nameOutputs } from '../../../../generators/reference/workflows/expressions.ts'
import {
  beforeProgram,
  findStatus,
  nameStatus,
  printProgramStep,
  printShellStep,
} from '../../../../generators/reference/workflows/samples.ts'
import { findOperation } from '../../../../generators/reference/pages/workflow.ts'
import { createSite } from '../../../../generators/reference/site/addresses.ts'
import { readSources } from '../../../../generators/reference/sources/read-sources.ts'
import type { Workflow, WorkflowStep } from '../../../../generators/reference/sources/sources.ts'
import { checkTypes } from '@spindrift/testing/check-types'
import { repoFolder } from '../load-specification.ts'
import { type Block, listBlocks, runBlocks, startProgramRunner } from './run-blocks.ts'

const { guides, workflows } = readSources(repoFolder)
const site = createSite(buildModel(loadBundles(join(repoFolder, 'spec/dist'))))

function listWorkflowBlocks(workflow: Workflow): Block[] {
  const names = nameOutputs(workflow)
  const steps = workflow.steps.map((step) => ({ step, operation: findOperation(site, step) }))
  const program = [
    beforeProgram,
    ...steps.map(({ step, operation }) => `${printProgramStep(step, operation, names)}\n${printCheck(step, operation)}`),
  ].join('\n')
  const shell = steps.map(({ step, operation }) => printShellStep(step, operation, names)).join('\n')
  return [
    { name: `${workflow.name}-program`, language: 'ts', code: program },
    { name: `${workflow.name}-shell`, language: 'sh', code: shell },
  ]
}

/** Ends the program if the status that a step prints is not the expected one. */
function printCheck(step: WorkflowStep, operation: unknown): string {
  const status = findStatus(step)
  if (status === undefined || (operation !== undefined && status < 400)) return ''
  const name = operation === undefined ? `${camel(step.stepId)}Reply.status` : nameStatus(step)
  return `if ((${name} as unknown) !== ${status}) throw new Error(\`${step.stepId}: \${JSON.stringify(${name})}\`)`
}

const runner = startProgramRunner()

const skill = 'skills/spindrift-sandbox/SKILL.md'

const pages = [
  { name: skill, world: 'tidewater' as const, blocks: listBlocks(skill, readFileSync(join(repoFolder, skill), 'utf8')) },
  ...guides.map(({ name, text }) => ({ name, world: 'tidewater' as const, blocks: listBlocks(`${name}.md`, text) })),
  ...workflows.flatMap((workflow) =>
    listWorkflowBlocks(workflow).map((block) => ({
      name: block.name,
      world: 'empty' as const,
      // The shell starts three processes for each request until it exceeds 250.
      requests: workflow.name === 'rate-limit-recovery' ? 240 : 0,
      blocks: [block],
    })),
  ),
]

describe('the code blocks of the guides', () => {
  it('include ten guides and ten workflows', () => {
    expect(guides.length).toBeGreaterThanOrEqual(10)
    expect(workflows.length).toBeGreaterThanOrEqual(10)
  })

  it('compile in strict mode', { timeout: 240_000 }, () => {
    const programs = pages.flatMap(({ blocks }) => blocks).filter(({ language }) => language === 'ts')
    const files = Object.fromEntries(programs.map(({ name, code }) => [`${name.replace(/[^\w-]+/g, '-')}.ts`, `${code}\nexport {}\n`]))
    expect(checkTypes(files, import.meta.dirname)).toEqual([])
  })

  it.each(pages)('run on the page $name', { timeout: 240_000 }, async ({ blocks, ...options }) => {
    expect(await runBlocks(blocks, { runner, ...options })).toEqual([])
  })

  it('are reported when they fail, unless they are marked no-run', { timeout: 60_000 }, async () => {
    const text =
      "```ts\nimport { createCloud } from '@spindrift/client'\nawait createCloud().volumes.get('x')\n```\n\n```sh\nfalse\n```\n\n```sh\ntrue\n```\n\n```sh no-run\nfalse\n```\n\n```sh\necho a\n```\n\nIt prints:\n\n```text\nb\n```\n"
    const problems = await runBlocks(listBlocks('some.md', text), { runner, world: 'empty' })
    expect(problems).toHaveLength(3)
    expect(problems[0]).toMatch(/^some\.md:1 ended with 1: .*NotFoundError/s)
    expect(problems[1]).toMatch(/^some\.md:6 ended with 1/)
    expect(problems[2]).toBe('some.md:18 printed: a\n')
  })

  it('leave no timer or connection that keeps the process running', { timeout: 120_000 }, async () => {
    expect(await runner.stop()).toBe(0)
  })
})
