/** Runs every workflow of spec/workflows on its own sandbox. */
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { startSandbox } from '@spindrift/sandbox'
import type { VerificationResult } from '../assurance/print-result.ts'
import { repoFolder } from '../load-specification.ts'
import { requestCode } from '@spindrift/testing/sign-in'
import { lintWorkflows, runRespect } from './respect.ts'

interface StartedSandbox extends Pick<Awaited<ReturnType<typeof startSandbox>>, 'url' | 'credentials' | 'close'> {
  /** Internal errors of the sandbox. */
  readonly errors: readonly unknown[]
}

export interface WorkflowOptions {
  /** Names of workflows; all by default. */
  readonly names?: readonly string[] | undefined
  readonly seed: number
  readonly start?: (seed: number) => Promise<StartedSandbox>
  /** Called with the result of each workflow. */
  readonly onEnd?: (line: string) => void
}

const folder = join(repoFolder, 'spec/workflows')
const ending = '.arazzo.yaml'

export function listWorkflows(): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => basename(file, ending))
    .toSorted()
}

export async function runWorkflows({
  names = listWorkflows(),
  seed,
  start = startFresh,
  onEnd,
}: WorkflowOptions): Promise<VerificationResult> {
  const files = names.map((name) => join(folder, `${name}${ending}`))
  const findings = await lintOnce()
  const counts = { steps: 0, checks: 0 }
  let passed = 0
  for (const [index, file] of files.entries()) {
    const name = names[index] ?? file
    const sandbox = await start(seed)
    try {
      const run = await runRespect(file, sandbox.url, await prepareInputs(sandbox))
      counts.steps += run.steps
      counts.checks += run.checks
      const failures = [...run.failures, ...sandbox.errors.map((error) => `inside the sandbox: ${String(error)}`)]
      const isPassed = run.passed && failures.length === 0
      if (isPassed) passed += 1
      findings.push(...failures.map((failure) => `${name} / ${failure}`))
      onEnd?.(`${isPassed ? 'passed' : 'FAILED'} ${name}: ${run.steps} steps, ${run.checks} checks`)
    } finally {
      await sandbox.close()
    }
  }
  return { check: 'workflows', passed, total: files.length, findings, figures: { ...counts, seed } }
}

let linting: Promise<string[]> | undefined

/** Lints all workflows, once for each process. */
async function lintOnce(): Promise<string[]> {
  linting ??= lintWorkflows(listWorkflows().map((name) => join(folder, `${name}${ending}`)))
  return [...(await linting)]
}

async function startFresh(seed: number): Promise<StartedSandbox> {
  const errors: unknown[] = []
  return { ...(await startSandbox({ port: 0, seed, onError: (error) => errors.push(error) })), errors }
}

/** Creates the inputs of the workflows. The authorization code needs a browser, so no step can get it. */
async function prepareInputs({ url, credentials }: StartedSandbox): Promise<Readonly<Record<string, string>>> {
  const { tokens, inference_key: key, oauth, user } = credentials()
  return { sandbox: url, token: tokens.full, key, ...oauth, code: await requestCode(url, { oauth, user, scope: 'read' }) }
}
