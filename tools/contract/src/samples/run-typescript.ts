/** Compiles the TypeScript samples in strict mode and runs each as a module. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { ReceivedReply } from '../check-reply.ts'
import { repoFolder } from '../load-specification.ts'
import type { ListedSample } from './list-samples.ts'
import type { Environment } from './run-curl.ts'

export interface CompiledSamples {
  /** Errors of the compiler. */
  readonly findings: readonly string[]
  readonly run: (sample: ListedSample, environment: Environment) => Promise<ReceivedReply>
  readonly close: () => void
}

const run = promisify(execFile)

export async function compileSamples(samples: readonly ListedSample[]): Promise<CompiledSamples> {
  // A folder in which the client resolves by name, as in a project that installed it.
  const home = join(repoFolder, 'tools/contract/node_modules/.samples')
  mkdirSync(home, { recursive: true })
  const folder = mkdtempSync(join(home, 'run-'))
  const getFile = ({ entry, label }: ListedSample) => join(folder, `${entry.operation.id}.${label.replaceAll(' ', '-')}.ts`)
  for (const sample of samples) writeFileSync(getFile(sample), sample.source)
  return {
    findings: samples.length === 0 ? [] : await compile(folder),
    run: (sample, environment) => runModule(getFile(sample).replace(/ts$/, 'js'), environment),
    close: () => rmSync(folder, { recursive: true }),
  }
}

async function compile(folder: string): Promise<string[]> {
  const compilerOptions = { strict: true, target: 'es2023', module: 'nodenext', skipLibCheck: true, types: ['node'] }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  try {
    await run(join(repoFolder, 'node_modules/.bin/tsc'), ['-p', folder], { maxBuffer: 64 * 1024 * 1024 })
    return []
  } catch (error) {
    const { stdout = '' } = error as { readonly stdout?: string }
    return stdout
      .split('\n')
      .filter((line) => line.includes('error TS'))
      .map((line) => line.slice(line.lastIndexOf('/') + 1))
  }
}

/** Runs the module and returns the reply that its client received. */
async function runModule(file: string, environment: Environment): Promise<ReceivedReply> {
  const fetchBefore = globalThis.fetch
  let received: Promise<ReceivedReply> | undefined
  globalThis.fetch = async (input, init) => {
    const response = await fetchBefore(input, init)
    received = readReply(response.clone())
    return response
  }
  const environmentBefore = { ...process.env }
  Object.assign(process.env, environment)
  try {
    await import(pathToFileURL(file).href)
  } catch (error) {
    if (!received) throw error
  } finally {
    globalThis.fetch = fetchBefore
    for (const name of Object.keys(environment)) delete process.env[name]
    Object.assign(process.env, environmentBefore)
  }
  if (!received) throw new Error('The sample sent nothing.')
  return received
}

async function readReply(response: Response): Promise<ReceivedReply> {
  const { status, headers } = response
  const text = await response.text()
  if (text === '') return { status, headers, body: undefined }
  return { status, headers, body: /\bjson\b/.test(headers.get('content-type') ?? '') ? (JSON.parse(text) as unknown) : text }
}
