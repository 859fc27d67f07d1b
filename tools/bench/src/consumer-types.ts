/** Time of `tsc` for a ten-call program with each API of the client. */
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Bench } from './bench.ts'
import { createConsumerProject, type Program, programs, root } from './consumer-project.ts'
import { measure } from './measure.ts'
import { median } from './median.ts'
import { createRow, type Row } from './row.ts'
import { runChild } from './run-child.ts'

const compilers = {
  'TypeScript 7': join(root, 'node_modules/typescript/bin/tsc'),
  'TypeScript 5.9': createRequire(import.meta.url).resolve('typescript/bin/tsc'),
}

/** Limits as a multiple of the time of the hand-typed program. */
const maxTimes: Record<keyof typeof compilers, Partial<Record<Program, number>>> = {
  'TypeScript 7': { family: 1.06, cloud: 1.25 },
  'TypeScript 5.9': { family: 1.1, cloud: 1.3 },
}

/** Limits above the count of the hand-typed program. Counts are exact, so they also hold on a busy machine. */
const maxInstantiations: Partial<Record<Program, number>> = { family: 2000, cloud: 2000 }

export const consumerTypes: Bench = {
  name: 'consumer-types',
  about: '`tsc` of a ten-call program: hand-typed, one family, all families, path API, and openapi-fetch',
  runs: 11,
  async measure({ runs, progress }) {
    using project = await createConsumerProject()
    const rows: Row[] = []
    for (const compiler of Object.keys(compilers) as (keyof typeof compilers)[]) {
      const path = compilers[compiler]
      for (const skipLibCheck of [true, false]) {
        const setting = `${compiler}${skipLibCheck ? '' : ', libraries checked'}`
        for (const program of programs) writeConfig(project.folder, program, skipLibCheck)
        const compile = async (program: Program) =>
          (await runChild(process.execPath, [path, '-p', getConfigPath(project.folder, program)])).ms
        const subjects = forEachProgram((program) => () => compile(program))
        const samples = await measure(subjects, { runs, progress: (line) => progress(`${setting}: ${line}`) })
        rows.push(...compareTimes(setting, samples, skipLibCheck ? maxTimes[compiler] : {}))
        if (skipLibCheck) rows.push(...(await countInstantiations(setting, path, project.folder)))
      }
    }
    return rows
  },
}

function forEachProgram<Value>(create: (program: Program) => Value): Record<Program, Value> {
  return Object.fromEntries(programs.map((program) => [program, create(program)])) as Record<Program, Value>
}

function getConfigPath(folder: string, program: Program): string {
  return join(folder, `tsconfig.${program}.json`)
}

function writeConfig(folder: string, program: Program, skipLibCheck: boolean): void {
  const compilerOptions = {
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    module: 'nodenext',
    types: [],
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck,
  }
  writeFileSync(getConfigPath(folder, program), JSON.stringify({ compilerOptions, files: [`${program}.ts`] }))
}

function compareTimes(
  setting: string,
  samples: Readonly<Record<Program, readonly number[]>>,
  limits: Partial<Record<Program, number>>,
): Row[] {
  return programs.map((program) => {
    const atMostTimes = limits[program]
    return createRow({
      subject: `${program}, ${setting}`,
      value: median(samples[program]),
      unit: 'ms',
      against: median(samples['hand-typed']),
      atMostTimes,
    })
  })
}

async function countInstantiations(setting: string, compiler: string, folder: string): Promise<Row[]> {
  const counts = forEachProgram(() => 0)
  for (const program of programs) {
    const { stdout } = await runChild(process.execPath, [compiler, '-p', getConfigPath(folder, program), '--extendedDiagnostics'])
    counts[program] = Number(/Instantiations:\s+(\d+)/.exec(stdout)?.[1])
  }
  return programs.map((program) => {
    const atMost = maxInstantiations[program]
    return createRow({
      subject: program === 'hand-typed' ? `${program}, ${setting}` : `${program} above hand-typed, ${setting}`,
      value: counts[program] - (program === 'hand-typed' ? 0 : counts['hand-typed']),
      unit: 'instantiations',
      atMost,
    })
  })
}
