/**
 * The consumer's folder with everybody's client in it: ours, those of npm, and what hey-api makes of the same bundle. Its programs are there as
 * JavaScript too, in `js`, because not everything generated runs as it is.
 */
import { mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import { build } from 'esbuild'
import { type ConsumerProject, createConsumerProject, root } from './consumer-project.ts'

/** The ten calls by each client; the first is bare `fetch`. */
export const clients = {
  'hand-typed': 'fetch',
  family: 'resource API',
  paths: 'path API',
  'family-node': 'resource API, Node transport',
  'openapi-fetch': 'openapi-fetch',
  'hey-api': 'hey-api',
  dots: '@digitalocean/dots',
  'dots-wrapper': 'dots-wrapper',
} as const
export type ClientProgram = keyof typeof clients
export const clientPrograms = Object.keys(clients) as ClientProgram[]

const packages = ['undici', '@digitalocean/dots', '@microsoft/kiota-http-fetchlibrary', 'dots-wrapper']

/** With `baseUrl` the programs ask there. */
export async function createPeerProject(baseUrl = 'http://127.0.0.1:4020'): Promise<ConsumerProject> {
  const project = await createConsumerProject()
  const { folder } = project
  try {
    for (const name of packages) {
      const link = join(folder, 'node_modules', name)
      mkdirSync(dirname(link), { recursive: true })
      symlinkSync(realpathSync(join(root, 'tools/bench/node_modules', name)), link)
    }
    await createClient({
      input: join(root, 'spec/dist/control.json'),
      output: { path: join(folder, 'hey-api'), module: { extension: '.js' } },
      plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
      logs: { level: 'silent' },
    })
    writeFileSync(join(folder, 'empty.ts'), 'export {}\n')
    const entryPoints = [...clientPrograms, 'empty'].map((name) => `${name}.ts`)
    await build({
      entryPoints: [...entryPoints, ...listScripts(folder, 'hey-api')].map((name) => join(folder, name)),
      outbase: folder,
      outdir: join(folder, 'js'),
      target: 'es2024',
      format: 'esm',
    })
    for (const name of clientPrograms) {
      const file = join(folder, 'js', `${name}.js`)
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll('http://127.0.0.1:4020', baseUrl))
    }
    return project
  } catch (error) {
    project[Symbol.dispose]()
    throw error
  }
}

function listScripts(folder: string, below: string): string[] {
  const names = readdirSync(join(folder, below), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith('.ts')).map((name) => join(below, name))
}
