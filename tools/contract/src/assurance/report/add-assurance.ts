/** Runs all verifications for `pnpm verify assurance`: the rows of docs/assurance.md, which say what each covers and what it does not. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { repoFolder } from '../../load-specification.ts'
import { formatRow, listRows, parseFigures, type Row, type VerificationRun } from './assurance-page.ts'

const page = 'docs/assurance.md'
const file = join(repoFolder, page)

export function addAssurance(program: Command): void {
  program
    .command('assurance')
    .description(`Run every verification of ${page} in turn (about two hours) and print how many passed.`)
    .argument('[names...]', 'only these verifications')
    .option('--write', `write the figures of each that passed to ${page}`)
    .action(async (names: readonly string[], { write = false }: { readonly write?: boolean }) => {
      const rows = listRows(readFileSync(file, 'utf8'))
      const unknown = names.find((name) => !rows.some(({ args }) => args[0] === name))
      if (unknown !== undefined) program.error(`${page} has no row of \`pnpm verify ${unknown}\`.`)
      const chosen = rows.filter(({ args: [name = ''] }) => names.length === 0 || names.includes(name))
      let passedCount = 0
      for (const row of chosen) {
        const run = await runVerification(row)
        const { passed, total } = run.figures
        console.error(`${run.passed ? 'passed' : 'FAILED'} ${row.command}: ${passed} of ${total} (${run.seconds.toFixed(0)} s)`)
        if (!run.passed) continue
        passedCount += 1
        if (write) writeRow(row, run)
      }
      console.log(JSON.stringify({ check: 'assurance', passed: passedCount, total: chosen.length }))
      if (passedCount < chosen.length) process.exitCode = 1
    })
}

/** Writes each row at once, so that an interrupted run keeps it. */
function writeRow(row: Row, run: VerificationRun): void {
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(row.line, () => formatRow(row, run, new Date().toISOString().slice(0, 10))),
  )
}

async function runVerification({ command, args }: Row): Promise<VerificationRun> {
  const started = performance.now()
  const child = spawn('pnpm', ['--silent', 'run', 'verify', ...args], { cwd: repoFolder, stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(child, 'close') as Promise<[number | null]>
  let output = ''
  for await (const chunk of child.stdout) output += String(chunk)
  const [code] = await exit
  const figures = parseFigures(command, output)
  return { figures, passed: code === 0 && figures.passed === figures.total, seconds: (performance.now() - started) / 1000 }
}
