/** Checks with mutations that the type tests detect mistakes. `pnpm typecheck` compiles them without mutations. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compilerOptions, repository } from '@spindrift/testing/check-types'
import { findTypeErrors } from '@spindrift/testing/find-type-errors'

interface Mutation {
  readonly what: string
  /** File in the sources of `client` or `types`. */
  readonly file: string
  readonly from: string
  readonly to: string
  /** Part of a line of a type test that no longer compiles. */
  readonly caughtAt: string
}

const packages = join(repository, 'packages')
const typeTests = globSync(join(packages, 'client/src/**/*.test-d.ts'))

/** Applies all mutations at once. @returns the lines of the type tests that no longer compile */
function findBrokenLines(): string[] {
  const mutated = new Map<string, string>()
  for (const { file, from, to } of mutations) {
    const path = join(packages, file.replace('/', '/src/'))
    const text = mutated.get(path) ?? readFileSync(path, 'utf8')
    if (!text.includes(from)) throw new Error(`${file} has no "${from}" any more. Choose another place to mutate.`)
    mutated.set(path, text.replace(from, to))
  }
  return findTypeErrors(join(packages, 'client'), typeTests, compilerOptions, mutated).map(
    ({ file, line }) => readFileSync(file, 'utf8').split('\n')[line - 1] ?? '',
  )
}

const mutations: readonly Mutation[] = [
  {
    what: 'a request that takes nothing takes anything',
    caughtAt: 'the account has no parameters',
    file: 'types/generated/index.ts',
    from: 'AccountGetRequest = Record<string, never>',
    to: 'AccountGetRequest = {}',
  },
  {
    what: 'an enumeration is any text',
    caughtAt: "Droplet['status']",
    file: 'types/generated/index.ts',
    from: 'status: "new" | "active" | "off" | "archive"',
    to: 'status: string',
  },
  {
    what: 'a field is any',
    caughtAt: "Droplet['region']",
    file: 'types/generated/index.ts',
    from: 'region: Region;',
    to: 'region: any;',
  },
  {
    what: 'a path parameter may be forgotten',
    caughtAt: 'createVolumeActions()',
    file: 'types/generated/volume-actions.ts',
    from: 'VolumesActionsGetRequest {\n  path: {',
    to: 'VolumesActionsGetRequest {\n  path?: {',
  },
  {
    what: 'a body may be forgotten',
    caughtAt: 'typeof cloud.volumes',
    file: 'types/generated/volumes.ts',
    from: 'VolumesCreateRequest {\n  body:',
    to: 'VolumesCreateRequest {\n  body?:',
  },
  {
    what: 'a result is any',
    caughtAt: "volume_id: 'x' } })).resolves.toEqualTypeOf<VolumeResponse>()",
    file: 'client/generated/cloud.ts',
    from: 'get(volume_id: string | VolumesGetRequest, options?: CallOptions): Call<VolumeResponse>',
    to: 'get(volume_id: string | VolumesGetRequest, options?: CallOptions): Call<any>',
  },
  {
    what: 'the body does not decide the reply',
    caughtAt: 'toEqualTypeOf<ActionCall<DropletCreated>>()',
    file: 'client/generated/cloud.ts',
    from: "create(request: DropletsCreateRequest<DropletCreate> | DropletsCreateRequest<DropletCreate>['body'], options?: ActionCallOptions): ActionCall<DropletCreated>",
    to: '',
  },
  {
    what: 'the path API takes any path',
    caughtAt: 'not a method of this path',
    file: 'client/path-client.ts',
    from: '): Client<Paths> {',
    to: '): any {',
  },
  {
    what: 'an item is any',
    caughtAt: 'resolves.toEqualTypeOf<Droplet[]>()',
    file: 'client/pages/list-call.ts',
    from: 'extends Call<Body>, Items<Item, Body>',
    to: 'extends Call<Body>, Items<any, Body>',
  },
  {
    what: 'a state is any text',
    caughtAt: 'droplets have no state ready',
    file: 'client/wait/operations.ts',
    from: 'waitUntil(...args: [...Ids, state: State | readonly State[]',
    to: 'waitUntil(...args: [...Ids, state: string | readonly string[]',
  },
  {
    what: 'options are open',
    caughtAt: 'it is baseUrl',
    file: 'client/configuration.ts',
    from: 'export interface ClientOptions extends Hooks {',
    to: 'export interface ClientOptions extends Hooks {\n  readonly [name: string]: unknown',
  },
  {
    what: 'a scope is any text',
    caughtAt: 'it is `read` or `read write`',
    file: 'client/oauth/parse-callback.ts',
    from: "type Scope = 'read' | 'read write'",
    to: 'type Scope = string',
  },
  {
    what: 'an operation is any text',
    caughtAt: 'there is no such operation',
    file: 'client/scopes/required-scopes.ts',
    from: 'type OperationId = keyof typeof operationScopes',
    to: 'type OperationId = keyof typeof operationScopes | `droplets_${string}`',
  },
  {
    what: 'a stream is any',
    caughtAt: 'toEqualTypeOf<ChatStream>()',
    file: 'client/inference/create-inference.ts',
    from: 'options?: CallOptions): ChatStream',
    to: 'options?: CallOptions): any',
  },
  {
    what: 'the arguments of a tool may be forgotten',
    caughtAt: 'the cluster is missing',
    file: 'client/generated/tool-calls.ts',
    from: "'db-cluster-get': [arguments:",
    to: "'db-cluster-get': [arguments?:",
  },
]

test('the type tests detect every mutation', () => {
  expect(new Set(mutations.map(({ caughtAt }) => caughtAt)).size, 'mutations with a line of their own').toBe(mutations.length)
  const broken = findBrokenLines().join('\n')
  for (const { what, caughtAt } of mutations) expect(broken, what).toContain(caughtAt)
})
