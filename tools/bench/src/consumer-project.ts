/**
 * A folder as a user of the packages has it: the ten-call programs of tools/bench/programs, our packages as they would be
 * installed, openapi-fetch, and beside them the whole `paths` type that openapi-typescript makes of the control API. Our
 * packages are copied, so that a build that runs at the same time does not change what is measured.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'

export const programs = ['hand-typed', 'family', 'cloud', 'paths', 'openapi-fetch'] as const
export type Program = (typeof programs)[number]

export const root = fileURLToPath(new URL('../../../', import.meta.url))

export interface ConsumerProject extends Disposable {
  readonly folder: string
}

export async function createConsumerProject(): Promise<ConsumerProject> {
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-consumer-'))
  const project = { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
  try {
    cpSync(join(root, 'tools/bench/programs'), folder, { recursive: true })
    for (const name of ['client', 'types']) installOwn(folder, name)
    linkDependencies(folder)
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
    writeFileSync(join(folder, 'openapi.ts'), await writePathsType())
    return project
  } catch (error) {
    project[Symbol.dispose]()
    throw error
  }
}

function installOwn(folder: string, name: string): void {
  const from = join(root, 'packages', name)
  const to = join(folder, 'node_modules/@spindrift', name)
  if (!existsSync(join(from, 'dist'))) throw new Error(`packages/${name}/dist is not there. Run: pnpm build`)
  mkdirSync(to, { recursive: true })
  cpSync(join(from, 'dist'), join(to, 'dist'), { recursive: true })
  cpSync(join(from, 'package.json'), join(to, 'package.json'))
}

/** What the client depends on, as an installation of it would bring. */
function linkDependencies(folder: string): void {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'packages/client/package.json'), 'utf8')) as { dependencies: object }
  for (const name of Object.keys(dependencies).filter((each) => !each.startsWith('@spindrift/'))) {
    symlinkSync(realpathSync(join(root, 'packages/client/node_modules', name)), join(folder, 'node_modules', name))
  }
}

async function writePathsType(): Promise<string> {
  const path = join(root, 'spec/dist/control.json')
  if (!existsSync(path)) throw new Error('spec/dist is not there. Run: pnpm build')
  const document = JSON.parse(readFileSync(path, 'utf8')) as OpenAPI3
  // Without `defaultNonNullable: false` every property with a default would have to be sent.
  return astToString(await openapiTS(document, { silent: true, defaultNonNullable: false }))
}
