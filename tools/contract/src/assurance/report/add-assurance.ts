/** Runs all verifications for `pnpm verify assurance`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { repoFolder } from '../../load-specification.ts'
import { type Verification, verifications, formatCommand } from './verifications.ts'
import { parseFigures, type VerificationRun, formatReport } from './format-report.ts'

const page = 'docs/assurance.md'

export function addAssurance(program: Command): void {
  program
    .command('assurance')
    .description('Run every verification in turn (about two hours) and print how many passed.')
    .argument('[names...]', 'only these verifications')
    .option('--write', `write the row of each that passed to ${page}`)
    .addHelpText('after', `\nCommands:\n${verifications.map((verification) => `  $ ${formatCommand(verification)}`).join('\n')}\n`)
    .action(async (names: readonly string[], { write = false }: { readonly write?: boolean }) => {
      const unknown = names.find((name) => !verifications.some(({ command }) => command === name))
      if (unknown !== undefined) program.error(`There is no verification ${JSON.stringify(unknown)}. Choose from those that --help lists.`)
      const chosen = names.length === 0 ? verifications : verifications.filter(({ command }) => names.includes(command))
      let passedCount = 0
      for (const verification of chosen) {
        const result = await runVerification(verification)
        const { passed, total } = result.figures
        console.error(
          `${result.passed ? 'passed' : 'FAILED'} ${formatCommand(verification)}: ${passed} of ${total} (${result.seconds.toFixed(0)} s)`,
        )
        if (!result.passed) continue
        passedCount += 1
        if (write) writeRow(result)
      }
      console.log(JSON.stringify({ check: 'assurance', passed: passedCount, total: chosen.length }))
      if (passedCount < chosen.length) process.exitCode = 1
    })
}

/** Writes each row at once, so that an interrupted run keeps it. */
function writeRow(result: VerificationRun): void {
  const file = join(repoFolder, page)
  writeFileSync(file, formatReport([result], new Date().toISOString().slice(0, 10), readFileSync(file, 'utf8')))
}

async function runVerification(verification: Verification): Promise<VerificationRun> {
  const started = performance.now()
  const child = spawn('pnpm', ['--silent', 'run', 'verify', verification.command, ...(verification.args ?? [])], {
    cwd: repoFolder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close') as Promise<[number | null]>
  let output = ''
  for await (const chunk of child.stdout) output += String(chunk)
  const [code] = await ended
  const figures = parseFigures(verification, output)
  return { verification, figures, passed: code === 0 && figures.passed === figures.total, seconds: (performance.now() - started) / 1000 }
}
