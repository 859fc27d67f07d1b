import { listFamilies } from './families.ts'
import { findMissing } from './programs.ts'
import type { Program } from './program.ts'
import { runProgram } from './run-program.ts'
import type { TestSandbox } from '@spindrift/testing/start-sandbox'

export interface ClientsResult {
  readonly passed: number
  readonly total: number
  readonly skipped: readonly string[]
  readonly findings: readonly string[]
  /** Families that each client successfully called. */
  readonly families: Readonly<Record<string, readonly string[]>>
}

/** Runs the installed clients one after the other, each against a new platform. */
export async function checkClients(programs: readonly Program[], start: () => Promise<TestSandbox>): Promise<ClientsResult> {
  const skipped: string[] = []
  const findings: string[] = []
  const families: Record<string, readonly string[]> = {}
  let total = 0
  for (const program of programs) {
    const missing = findMissing(program)
    if (missing !== undefined) {
      skipped.push(missing)
      continue
    }
    const platform = await start()
    const cases = await runProgram(program, platform)
    families[program.name] = await listFamilies(platform.url)
    await platform.close()
    total += cases.length + platform.failures.length
    for (const { name, error } of cases) if (error !== undefined) findings.push(`${program.name}: ${name}: ${oneLine(error)}`)
    for (const failure of platform.failures) findings.push(`${program.name}: internal error of the sandbox: ${oneLine(failure)}`)
  }
  return { passed: total - findings.length, total, skipped, findings, families }
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 500)
