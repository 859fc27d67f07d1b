/** What is mutated, and whose tests are to notice. */
import { globSync } from 'node:fs'
import { repoFolder } from '../../load-specification.ts'

export interface Area {
  readonly name: string
  /** Whose tests they are. */
  readonly project: string
  /** Patterns of files, from the repository's folder. */
  readonly files: readonly string[]
}

const sandbox = 'packages/sandbox'
const client = 'packages/client'
const mcp = 'packages/mcp'

export const areas: readonly Area[] = [
  { name: 'engine', project: sandbox, files: [`${sandbox}/src/engine/*.ts`] },
  { name: 'limits', project: sandbox, files: [`${sandbox}/src/limits/*.ts`] },
  { name: 'oauth', project: sandbox, files: [`${sandbox}/src/{oauth,auth}/**/*.ts`] },
  { name: 'store', project: sandbox, files: [`${sandbox}/src/store/*.ts`, `${sandbox}/src/control/snapshots.ts`] },
  { name: 'validation', project: sandbox, files: [`${sandbox}/src/validation/*.ts`] },
  { name: 'edge', project: sandbox, files: [`${sandbox}/src/{http,server}/*.ts`] },
  {
    name: 'client-transport',
    project: client,
    files: [`${client}/src/{transport,write-request,read-body,reply,bound-reply,rate-limit,hide-secrets,tell-attempt}.ts`],
  },
  {
    name: 'client-calls',
    project: client,
    files: [`${client}/src/{add-verbs,bind-family,call,explain-*,http-errors,name-nearest,read-arguments}.ts`],
  },
  { name: 'client-retry', project: client, files: [`${client}/src/retry/*.ts`] },
  { name: 'client-pages', project: client, files: [`${client}/src/pages/*.ts`] },
  { name: 'client-wait', project: client, files: [`${client}/src/wait/*.ts`] },
  { name: 'client-watch', project: client, files: [`${client}/src/watch/*.ts`] },
  { name: 'client-governor', project: client, files: [`${client}/src/governor/*.ts`] },
  { name: 'client-oauth', project: client, files: [`${client}/src/oauth/*.ts`] },
  { name: 'mcp', project: mcp, files: [`${mcp}/src/{arguments,server,results}/*.ts`] },
  { name: 'escapers', project: 'generators', files: ['generators/kit/write-*.ts'] },
]

/** From the repository's folder, in order. */
export function listFiles({ files }: Area, folder = repoFolder): string[] {
  return globSync([...files], { cwd: folder })
    .filter((file) => !/\.(test|test-d|d)\.ts$/.test(file))
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()
}
