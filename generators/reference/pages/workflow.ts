/** Page of a workflow: its steps with request, expected response and outputs. */
import type { Operation } from '../../model/api-model.ts'
import { nameOutputs, type Names } from '../workflows/expressions.ts'
import { beforeProgram, findStatus, isClock, printProgramStep, printShellStep, parsePointer } from '../workflows/samples.ts'
import type { Site } from '../site/addresses.ts'
import { type Page, relate } from '../site/page.ts'
import { renderProse } from '../site/prose.ts'
import type { Workflow, WorkflowStep } from '../sources/sources.ts'
import { renderCode } from '../format-markdown.ts'
import { guidesTrail } from './guide.ts'

export function renderWorkflow(site: Site, workflow: Workflow): Page {
  const address = `workflows/${workflow.name}`
  const names = nameOutputs(workflow)
  const text = [
    'Run the steps in order. The shell commands need `jq`, and `SPINDRIFT_BASE_URL` and `SPINDRIFT_TOKEN` in the environment. A program starts with:',
    fenceCode('ts', beforeProgram.trim()),
    ...workflow.steps.map((step, index) => printStep(site, address, step, index, names)),
  ].join('\n\n')
  const { title, description } = workflow
  return renderProse(site, { address, kind: 'guide', title, description, breadcrumbs: guidesTrail, text })
}

function printStep(site: Site, address: string, step: WorkflowStep, index: number, names: Names): string {
  const operation = findOperation(site, step)
  const target = operation && site.operations.get(operation.id)?.address
  const call =
    operation && target
      ? `[${operation.summary}](${relate(address, target, '.md')})`
      : isClock(step)
        ? clockNote
        : 'Request the URL from the earlier response.'
  return [
    `## ${index + 1}. ${formatName(step.stepId)}`,
    `${step.description ? `${step.description} ` : ''}${call}`,
    fenceCode('ts', printProgramStep(step, operation, names)),
    fenceCode('sh', printShellStep(step, operation, names)),
    [...listChecks(step), ...listOutputs(step, names)].map((line) => `- ${line}`).join('\n'),
  ].join('\n\n')
}

const clockNote = 'On the platform, this step waits. In the sandbox, it advances the clock instead.'

export function findOperation(site: Site, { operationId = '' }: WorkflowStep): Operation | undefined {
  return site.operations.get(operationId.replace(/^\$sourceDescriptions\.\w+\./, ''))?.operation
}

function formatName(stepId: string): string {
  const words = stepId.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function fenceCode(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``
}

function listChecks(step: WorkflowStep): string[] {
  const status = findStatus(step)
  const checks = (step.successCriteria ?? []).flatMap(({ condition, context }) => {
    if (condition.startsWith('$statusCode')) return []
    if (context !== undefined) return [`${describeExpression(context)} matches ${renderCode(condition)}.`]
    const [left = '', right = ''] = condition.split(' == ')
    const [, from, output] = /^\$steps\.([\w-]+)\.outputs\.([\w-]+)$/.exec(right) ?? []
    if (from !== undefined && output !== undefined)
      return [`${describeExpression(left)} is the ${renderCode(output)} of *${formatName(from)}*.`]
    return [
      `${describeExpression(left)} is ${right.startsWith('$response') ? `the same as ${describeExpression(right)}` : renderCode(right.replace(/^'|'$/g, ''))}.`,
    ]
  })
  return [...(status === undefined ? [] : [`Returns ${renderCode(String(status))}.`]), ...checks]
}

function describeExpression(expression: string): string {
  const header = /^\$response\.header\.(.+)$/.exec(expression)?.[1]
  if (header !== undefined) return `The header ${renderCode(header)}`
  return expression.includes('#') ? renderCode(parsePointer(expression).join('.')) : 'The body'
}

function listOutputs({ stepId, outputs = {} }: WorkflowStep, names: Names): string[] {
  return Object.entries(outputs).map(
    ([output, source]) =>
      `Later steps use ${renderCode(parsePointer(source).join('.'))} as ${renderCode(names.nameOutput(stepId, output))}.`,
  )
}
