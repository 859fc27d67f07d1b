import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Program } from './program.ts'
import type { Case } from './parse-cases.ts'

const maxSeconds = 600

/** Runs a client against a platform. Adds a failed case if it exits with an error or prints no case. */
export async function runProgram(program: Program, platform: { readonly url: string; readonly token: string }): Promise<readonly Case[]> {
  // Temporary home folder for files of the client.
  await using home = await mkdtempDisposable(join(tmpdir(), 'clients-'))
  const [command = '', ...flags] = program.command
  const child = spawn(command, flags, {
    cwd: program.folder,
    env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', HOME: home.path, ...program.environment(platform) },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: AbortSignal.timeout(maxSeconds * 1000),
  })
  let output = ''
  let errorOutput = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput += text))
  const [code] = (await once(child, 'close')) as [number | null]
  const cases = parseOutput(program, output)
  const failure = describeEnd(code, cases, errorOutput)
  return failure === undefined ? cases : [...cases, { name: 'exit', error: failure }]
}

function parseOutput({ parseOutput: parse }: Program, output: string): readonly Case[] {
  try {
    return parse(output)
  } catch {
    return []
  }
}

function describeEnd(code: number | null, cases: readonly Case[], errorOutput: string): string | undefined {
  const last = errorOutput.trim().split('\n').slice(-3).join(' ')
  if (code !== 0) return `code ${code}: ${last}`
  return cases.length === 0 ? `no cases in the output: ${last}` : undefined
}
