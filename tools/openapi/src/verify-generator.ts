/** Runs one generator over one document, and looks at what it made. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { locateDocument, readDocument, type ApiName } from '@spindrift/openapi'
import type { Generator } from './generators.ts'

const home = fileURLToPath(new URL('../node_modules/.peers/', import.meta.url))
const programs = fileURLToPath(new URL('../../../node_modules/.bin/', import.meta.url))

/** The folder of a project that has its packages. */
function install({ name, packages }: Generator): string {
  const project = join(home, name)
  const wanted = JSON.stringify({ private: true, type: 'module', dependencies: packages })
  const manifest = join(project, 'package.json')
  if (existsSync(join(project, 'node_modules')) && existsSync(manifest) && readFileSync(manifest, 'utf8') === wanted) return project
  rmSync(project, { recursive: true, force: true })
  mkdirSync(project, { recursive: true })
  writeFileSync(manifest, wanted)
  run(project, 'npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'])
  return project
}

/** What is wrong with what it makes of the document. Nothing, if nothing is. */
export async function verifyGenerator(generator: Generator, api: ApiName): Promise<string | undefined> {
  const project = install(generator)
  const output = join(project, 'out', api)
  rmSync(output, { recursive: true, force: true })
  mkdirSync(output, { recursive: true })
  const document = fileURLToPath(locateDocument(api, { extensions: false }))
  try {
    for (const [file, text] of Object.entries(generator.files?.(document, `out/${api}`) ?? {})) writeFileSync(join(project, file), text)
    const [program, ...args] = generator.run(document, output)
    run(project, join(project, 'node_modules/.bin', program), args)
    const missing = await findMissing(generator, api, output)
    if (missing.length > 0) return `It leaves out ${missing.length} operations: ${missing.slice(0, 3).join(', ')}.`
    if (generator.isTyped) check(output)
    return undefined
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string }
    return `${stdout}${stderr}`.trim().slice(0, 2000) || String(error)
  }
}

/** Each makes names of its own out of those of the operations. */
const normalize = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

async function findMissing({ names }: Generator, api: ApiName, output: string): Promise<string[]> {
  const { paths } = await readDocument(api)
  const files = readdirSync(output, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const made = normalize(files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')).join('\n'))
  const operations = Object.values(paths).flatMap(({ get, post, put, patch, delete: remove }) => [get, post, put, patch, remove])
  return operations.flatMap((operation) => (operation && !made.includes(normalize(operation[names])) ? [operation.operationId] : []))
}

/** As strictly as a program of today. Generated declarations of libraries are theirs. */
function check(output: string): void {
  const options = {
    strict: true,
    noEmit: true,
    target: 'es2023',
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: [],
    skipLibCheck: true,
  }
  writeFileSync(join(output, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['.'] }))
  run(output, join(programs, 'tsc'), ['-p', '.'])
}

function run(cwd: string, program: string, args: readonly string[]): void {
  const env = { ...process.env, DO_NOT_TRACK: '1', KUBB_DISABLE_TELEMETRY: '1' }
  execFileSync(program, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 28 })
}
