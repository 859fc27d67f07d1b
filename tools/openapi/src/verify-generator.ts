/** Runs one generator on one document, and checks its output. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { locateDocument, readDocument, type ApiName } from '@spindrift/openapi'
import type { Generator } from './generators.ts'

const home = fileURLToPath(new URL('../node_modules/.peers/', import.meta.url))
const programs = fileURLToPath(new URL('../../../node_modules/.bin/', import.meta.url))

/** Installs the packages of a generator. @returns the folder of its project */
function installGenerator({ name, packages }: Generator): string {
  const project = join(home, name)
  const text = JSON.stringify({ private: true, type: 'module', dependencies: packages })
  const manifest = join(project, 'package.json')
  if (existsSync(join(project, 'node_modules')) && existsSync(manifest) && readFileSync(manifest, 'utf8') === text) return project
  rmSync(project, { recursive: true, force: true })
  mkdirSync(project, { recursive: true })
  writeFileSync(manifest, text)
  runProgram(project, 'npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'])
  return project
}

/** @returns the problem with the output, or undefined */
export async function verifyGenerator(generator: Generator, api: ApiName): Promise<string | undefined> {
  const project = installGenerator(generator)
  const output = join(project, 'out', api)
  rmSync(output, { recursive: true, force: true })
  mkdirSync(output, { recursive: true })
  const document = fileURLToPath(locateDocument(api, { extensions: false }))
  try {
    for (const [file, text] of Object.entries(generator.files?.(document, `out/${api}`) ?? {})) writeFileSync(join(project, file), text)
    const [program, ...args] = generator.command(document, output)
    runProgram(project, join(project, 'node_modules/.bin', program), args)
    const missing = await findMissing(generator, api, output)
    if (missing.length > 0) return `The output lacks ${missing.length} operations: ${missing.slice(0, 3).join(', ')}.`
    if (generator.typeOf) checkTypes(output, api === 'control' ? formatOpenValueProbe(generator.typeOf) : '')
    return undefined
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string }
    return `${stdout}${stderr}`.trim().slice(0, 2000) || String(error)
  }
}

/** Removes the differences between the naming styles of generators. */
const normalize = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

async function findMissing({ nameField }: Generator, api: ApiName, output: string): Promise<string[]> {
  const { paths } = await readDocument(api)
  const files = readdirSync(output, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const generated = normalize(files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')).join('\n'))
  const operations = Object.values(paths).flatMap(({ get, post, put, patch, delete: remove }) => [get, post, put, patch, remove])
  return operations.flatMap((operation) =>
    operation && !generated.includes(normalize(operation[nameField])) ? [operation.operationId] : [],
  )
}

/** Formats a module that compiles only if open enumerations accept values that the document does not list. */
const formatOpenValueProbe = (typeOf: (schema: string) => string): string =>
  ['RegionSlug', 'SizeSlug'].map((schema) => `export const a${schema}: ${typeOf(schema)} = 'not-listed'\n`).join('')

/** Type-checks the output with the strict options of a current project. Does not check declarations of libraries. */
function checkTypes(output: string, probe: string): void {
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
  writeFileSync(join(output, 'probe.ts'), `${probe}export {}\n`)
  writeFileSync(join(output, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['.'] }))
  runProgram(output, join(programs, 'tsc'), ['-p', '.'])
}

function runProgram(cwd: string, program: string, args: readonly string[]): void {
  const env = { ...process.env, DO_NOT_TRACK: '1', KUBB_DISABLE_TELEMETRY: '1' }
  execFileSync(program, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 28 })
}
