/** Edits of the specification and of handlers must fail to compile the handlers and tests that depend on them. Edits of the specification are applied to the generated types. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findTypeErrors } from '@spindrift/testing/find-type-errors'
import { expect, it } from 'vitest'

const packages = join(import.meta.dirname, '../../packages')
const types = join(packages, 'types/src/generated')
const families = join(packages, 'sandbox/src/families')

interface Edit {
  readonly input: string
  /** Module of @spindrift/types, or file of a family. */
  readonly edited: string
  readonly from: string
  readonly to: string
  /** Handler or test that no longer compiles, and the compile error. */
  readonly file: string
  readonly says: string
}

const edits: readonly Edit[] = [
  {
    input: 'a property of an object is renamed',
    edited: 'volumes',
    from: 'droplet_ids: number[];',
    to: 'attached_to: number[];',
    file: 'volumes/hooks.ts',
    says: "'droplet_ids'",
  },
  {
    input: 'a property of a request is renamed',
    edited: 'volumes',
    from: 'snapshot_id?: string | null;',
    to: 'from_snapshot?: string | null;',
    file: 'volumes/hooks.ts',
    says: "'snapshot_id'",
  },
  {
    input: 'a value is removed from an enum that a request is read by',
    edited: 'volume-actions',
    from: 'type: "resize";',
    to: 'type: "grow";',
    file: 'volume-actions/handlers.ts',
    says: '"resize"',
  },
  {
    input: 'the root of a reply is renamed',
    edited: 'domains',
    from: 'domain: Domain;',
    to: 'zone: Domain;',
    file: 'domains/handlers.ts',
    says: "type 'Result<DomainResponse>'",
  },
  {
    input: 'a parameter of a path is renamed',
    edited: 'volume-snapshots',
    from: 'volume_id: string',
    to: 'id: string',
    file: 'volume-snapshots/handlers.ts',
    says: "'volume_id'",
  },
  {
    input: 'an object gets a required property',
    edited: 'projects',
    from: 'is_default: boolean;',
    to: 'is_default: boolean; owner_team: string;',
    file: 'projects/project-changes.ts',
    says: "Property 'owner_team' is missing",
  },
  {
    input: 'a property that a test reads is renamed',
    edited: 'volumes',
    from: 'droplet_ids: number[];',
    to: 'attached_to: number[];',
    file: 'volumes/volumes.test.ts',
    says: "Property 'droplet_ids' does not exist",
  },
  {
    input: 'a parameter of a query is renamed',
    edited: 'volumes',
    from: 'region?: RegionSlug\n',
    to: 'place?: RegionSlug\n',
    file: 'volumes/volumes.test.ts',
    says: '"/v2/volumes?name=covers-data&region=nyc3"',
  },
  {
    input: 'a handler is missing from its family',
    edited: 'custom-models/handlers.ts',
    from: 'customModels_delete: remove,',
    to: '',
    file: 'custom-models/index.ts',
    says: "Property 'customModels_delete' is missing",
  },
  {
    input: 'a handler returns another type',
    edited: 'account/handlers.ts',
    from: '({ account: ',
    to: '({ user: ',
    file: 'account/handlers.ts',
    says: "'Result<AccountResponse>'",
  },
  {
    input: 'a handler is that of another operation',
    edited: 'volume-actions/handlers.ts',
    from: 'volumes_actions_create: ',
    to: 'volumes_actions_list: ',
    file: 'volume-actions/handlers.ts',
    says: 'volumes_actions_list',
  },
  {
    input: 'a family is not listed',
    edited: 'index.ts',
    from: '  account,\n',
    to: '',
    file: 'index.ts',
    says: "Property 'account_get' is missing",
  },
]

const compilerOptions = {
  noEmit: true,
  noPropertyAccessFromIndexSignature: true,
  allowImportingTsExtensions: true,
  types: ['node'],
  paths: { '@spindrift/types/*': [join(types, '*.ts')] },
}

// One compilation for all edits, each of which causes an error of its own.
it('edits fail to compile the handlers and tests that depend on them', () => {
  const replaced = new Map<string, string>()
  for (const { edited, from, to } of edits) {
    const path = edited.endsWith('.ts') ? join(families, edited) : join(types, `${edited}.ts`)
    const original = readFileSync(path, 'utf8')
    expect(original, `${edited} has ${from}`).toContain(from)
    replaced.set(path, (replaced.get(path) ?? original).replaceAll(from, to))
  }
  const files = [...new Set(edits.map(({ file }) => join(families, file)))]
  const found = findTypeErrors(join(packages, 'sandbox'), files, compilerOptions, replaced)
  const missed = edits.filter(
    (edit) => !found.some(({ file, message }) => file === join(families, edit.file) && message.includes(edit.says)),
  )
  expect(missed.map(({ input }) => input)).toEqual([])
})
