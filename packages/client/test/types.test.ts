/** Compiles the type tests, and shows that they notice what they are for: each mutation makes one of them fail. */
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFolder, ownSources, type Sources, typeCheck } from '@spindrift/testing/type-check'

interface Mutation {
  readonly what: string
  /** In `client` or `types`. */
  readonly file: string
  readonly from: string
  readonly to: string
}

/** A copy of the sources, in which findings are told of the type tests alone. */
let copied: Sources
let folder = ''
let remove: () => void

beforeAll(() => {
  ;({ folder, remove } = createFolder())
  copied = { client: join(folder, 'client'), types: join(folder, 'types') }
  for (const name of ['client', 'types'] as const) {
    cpSync(ownSources[name], copied[name], { recursive: true })
    for (const file of globSync('**/*.ts', { cwd: copied[name] }))
      if (!file.endsWith('.test-d.ts')) leaveUnchecked(join(copied[name], file))
  }
})
afterAll(() => remove())

/** What a mutation breaks in the sources themselves does not count, so the compiler need not look for it. */
function leaveUnchecked(file: string): void {
  writeFileSync(file, `// @ts-nocheck\n${readFileSync(file, 'utf8')}`)
}

function checkTypes(sources: Sources): string[] {
  const files = globSync('**/*.test-d.ts', { cwd: sources.client }).map((file) => join(sources.client, file))
  expect(files.length).toBeGreaterThan(1)
  return typeCheck(folder, files, sources)
}

function checkMutated({ file, from, to }: Mutation): string[] {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} has no "${from}" any more. Choose another place to mutate.`)
  writeFileSync(path, text.replace(from, to))
  try {
    return checkTypes(copied)
  } finally {
    writeFileSync(path, text)
  }
}

test('the type tests compile', () => {
  expect(checkTypes(ownSources)).toEqual([])
  expect(checkTypes(copied)).toEqual([])
})

const mutations: readonly Mutation[] = [
  {
    what: 'a request that takes nothing takes anything',
    file: 'types/generated/index.ts',
    from: 'AccountGetRequest = Record<string, never>',
    to: 'AccountGetRequest = {}',
  },
  {
    what: 'an enumeration is any text',
    file: 'types/generated/volumes.ts',
    from: 'filesystem_type?: "ext4" | "xfs" | "" | null',
    to: 'filesystem_type?: string | null',
  },
  {
    what: 'a field is any',
    file: 'types/generated/volumes.ts',
    from: 'size_gigabytes: number;\n    /** Where',
    to: 'size_gigabytes: any;\n    /** Where',
  },
  {
    what: 'a path parameter may be forgotten',
    file: 'types/generated/volumes.ts',
    from: 'VolumesGetRequest {\n  path: {',
    to: 'VolumesGetRequest {\n  path?: {',
  },
  {
    what: 'a body may be forgotten',
    file: 'types/generated/volumes.ts',
    from: 'VolumesCreateRequest {\n  body:',
    to: 'VolumesCreateRequest {\n  body?:',
  },
  {
    what: 'a result is any',
    file: 'client/generated/volumes.ts',
    from: 'get(volume_id: string | VolumesGetRequest, options?: CallOptions): Call<VolumeResponse>',
    to: 'get(volume_id: string | VolumesGetRequest, options?: CallOptions): Call<any>',
  },
  {
    what: 'the body does not decide the reply',
    file: 'client/generated/cloud.ts',
    from: "create(request: DropletsCreateRequest<DropletCreate> | DropletsCreateRequest<DropletCreate>['body'], options?: ActionCallOptions): ActionCall<DropletCreated>",
    to: '',
  },
  {
    what: 'the path API takes any path',
    file: 'client/path-client.ts',
    from: '): Client<Paths> {',
    to: '): any {',
  },
  {
    what: 'an item is any',
    file: 'client/pages/list-call.ts',
    from: 'extends Call<Body>, Items<Item, Body>',
    to: 'extends Call<Body>, Items<any, Body>',
  },
  {
    what: 'a state is any text',
    file: 'client/wait/operations.ts',
    from: 'waitUntil(...args: [...Which, state: State | readonly State[]',
    to: 'waitUntil(...args: [...Which, state: string | readonly string[]',
  },
  {
    what: 'options are open',
    file: 'client/configuration.ts',
    from: 'export interface ClientOptions extends Hooks {',
    to: 'export interface ClientOptions extends Hooks {\n  readonly [name: string]: unknown',
  },
  {
    what: 'a scope is any text',
    file: 'client/oauth/read-callback.ts',
    from: "type Scope = 'read' | 'read write'",
    to: 'type Scope = string',
  },
  {
    what: 'an operation is any text',
    file: 'client/scopes/required-scopes.ts',
    from: 'type OperationId = keyof typeof operationScopes',
    to: 'type OperationId = keyof typeof operationScopes | `droplets_${string}`',
  },
  {
    what: 'a stream is any',
    file: 'client/inference/create-inference.ts',
    from: 'options?: CallOptions): TextStream<ChatCompletionChunk, StreamedCompletion>',
    to: 'options?: CallOptions): any',
  },
  {
    what: 'the arguments of a tool may be forgotten',
    file: 'client/generated/tool-calls.ts',
    from: "'db-cluster-get': [arguments:",
    to: "'db-cluster-get': [arguments?:",
  },
]

test.each(mutations)('they notice when $what', (mutation) => {
  // In a type test, not only in a file that the mutation broke.
  expect(checkMutated(mutation).join('\n')).toMatch(/\.test-d\.ts\(\d+,\d+\): error/)
})
