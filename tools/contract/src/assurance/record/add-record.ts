/** `pnpm prove assurance` */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { repoFolder } from '../../load-specification.ts'
import { type Proof, proofs, writeCommand } from './proofs.ts'
import { readFigures, type Result, writeRecord } from './write-record.ts'

const page = 'docs/assurance.md'

export function addRecord(program: Command): void {
  program
    .command('assurance')
    .description('run every proof, one after the other (about half an hour), and sum up what held')
    .option('--write', `write the figures to ${page}; they are only written when everything held`)
    .addHelpText('after', `\nIt runs:\n${proofs.map((proof) => `  $ ${writeCommand(proof)}`).join('\n')}\n`)
    .action(async ({ write = false }: { readonly write?: boolean }) => {
      const results: Result[] = []
      for (const proof of proofs) {
        const result = await show(proof)
        const { passed, total } = result.figures
        console.error(
          `${passed === total ? 'held  ' : 'FAILED'} ${writeCommand(proof)}: ${passed} of ${total} (${result.seconds.toFixed(0)} s)`,
        )
        results.push(result)
      }
      const held = results.filter((result) => result.held)
      console.log(JSON.stringify({ check: 'assurance', passed: held.length, total: results.length }))
      if (held.length < results.length) process.exitCode = 1
      else if (write) writeFileSync(join(repoFolder, page), writeRecord(results, new Date().toISOString().slice(0, 10)))
    })
}

async function show(proof: Proof): Promise<Result> {
  const started = performance.now()
  const child = spawn('pnpm', ['--silent', 'run', 'prove', proof.what, ...(proof.args ?? [])], {
    cwd: repoFolder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close') as Promise<[number | null]>
  let output = ''
  for await (const chunk of child.stdout) output += String(chunk)
  const [code] = await ended
  const figures = readFigures(proof, output)
  return { proof, figures, held: code === 0 && figures.passed === figures.total, seconds: (performance.now() - started) / 1000 }
}
