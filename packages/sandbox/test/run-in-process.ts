import type { CommandResult } from '@spindrift/testing/start-sandbox-process'
import { vi } from 'vitest'
import { createProgram } from '../src/command/program.ts'

/** Runs a command in this process: a process of its own takes most of the time of a test. */
export async function runInProcess(...args: readonly string[]): Promise<CommandResult> {
  let [stdout, stderr] = ['', '']
  const write = (text: unknown) => {
    stderr += String(text)
    return true
  }
  const exit = new Error('The command has ended.')
  const mocks = [
    vi.spyOn(process.stderr, 'write').mockImplementation(write),
    vi.spyOn(console, 'log').mockImplementation((text) => void (stdout += `${text}\n`)),
    vi.spyOn(console, 'error').mockImplementation((text) => void write(`${text}\n`)),
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      process.exitCode = code
      throw exit
    }),
  ]
  try {
    await createProgram().parseAsync(args, { from: 'user' })
  } catch (error) {
    // As `main.ts` does.
    if (error !== exit) {
      write(`spindrift-sandbox: ${error instanceof Error ? error.message : String(error)}\n`)
      process.exitCode = 1
    }
  }
  for (const mock of mocks) mock.mockRestore()
  const code = Number(process.exitCode ?? 0)
  process.exitCode = undefined
  return { code, stdout, stderr }
}
