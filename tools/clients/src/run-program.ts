import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Program } from './program.ts'
import type { Case } from './read-cases.ts'

const maxSeconds = 600

/** Runs it against a platform. That it ends badly, or says nothing, is a failed case too. */
export async function runProgram(program: Program, platform: { readonly url: string; readonly token: string }): Promise<readonly Case[]> {
  // Whatever it keeps of its own goes here, and then away.
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
  const cases = readSafely(program, output)
  const failure = describeEnd(code, cases, errorOutput)
  return failure === undefined ? cases : [...cases, { name: 'to the end', error: failure }]
}

function readSafely({ read }: Program, output: string): readonly Case[] {
  try {
    return read(output)
  } catch {
    return []
  }
}

function describeEnd(code: number | null, cases: readonly Case[], errorOutput: string): string | undefined {
  const last = errorOutput.trim().split('\n').slice(-3).join(' ')
  if (code !== 0) return `ended with ${code}: ${last}`
  return cases.length === 0 ? `said nothing: ${last}` : undefined
}
