/** Processes that stay remember much. After many edits in a row they must leave what a process that knows nothing makes of the same documents. */
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { repoFolder } from '../../spec/src/documents.ts'
import type * as FollowDocuments from './follow-documents.ts'

const copied = [
  'generators',
  'spec',
  'tools/spec',
  'tools/dev',
  'packages/sandbox/control',
  'packages/openapi/src',
  'pnpm-lock.yaml',
  'tsconfig.base.json',
]
/** What the tools call, and a few that stand by themselves. */
const kept = /^(openapi|account|databases\..+|domains|regions|snapshots|ssh-keys|volume-snapshots)\.yaml$/
const outputs = ['spec/dist', 'spec/SURFACE.md', 'packages/*/src/generated', 'packages/reference/dist', 'node_modules/.cache']

let folder = ''
let documents: FollowDocuments.Documents

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'many-edits-'))
  copyPart()
  make()
  const copy = (await import(join(folder, 'tools/dev/src/follow-documents.ts'))) as typeof FollowDocuments
  documents = new copy.Documents(async () => {})
  documents.warm()
}, 120_000)
afterAll(() => {
  documents.stop()
  rmSync(folder, { recursive: true })
})

it('leaves after many edits what is made from nothing', { timeout: 300_000 }, async () => {
  for (const { what, says, edits } of edited) {
    const files = Object.entries(edits).map(([file, edit]) => change(`spec/${file}.yaml`, edit))
    const heard = await documents.follow(files, { restart: async () => true }).then(
      () => 'nothing',
      (error: Error) => error.message,
    )
    expect.soft(heard, what).toMatch(says ?? /^nothing$/)
  }
  const left = read()
  for (const path of globSync(outputs, { cwd: folder })) rmSync(join(folder, path), { recursive: true })
  make()
  const made = read()
  const different = [...new Set([...left.keys(), ...made.keys()])].filter((path) => left.get(path) !== made.get(path))
  expect(different).toEqual([])
  expect(made.get('spec/dist/control.json')).toContain('regions_get')
})

type Edit = (text: string) => string

const say =
  (from: string | RegExp, to: string): Edit =>
  (text) => {
    const said = text.replaceAll(from instanceof RegExp ? new RegExp(from, 'gm') : from, to)
    if (said === text) throw new Error(`There is no ${String(from)} to edit.`)
    return said
  }
const all =
  (...edits: Edit[]): Edit =>
  (text) =>
    edits.reduce((said, edit) => edit(said), text)

const oneRegion = `  /v2/regions/{region_slug}:
    parameters:
      - { name: region_slug, in: path, description: Its short name., schema: { type: string }, example: nyc3 }
    get:
      operationId: regions_get
      summary: Get a region
      description: One region.
      responses:
        '200':
          description: The region.
          examples:
            region:
              summary: An open region
              value: { region: { $ref: '#/components/examples/RegionList/value/regions/0' } }
      x-effect: { gets: Region }
components:
  schemas:
    RegionResponse:
      description: One region under its root.
      properties:
        region: { $ref: '#/components/schemas/Region' }`

/** Each as those before it left the documents; by document, and what is heard when that is not nothing. */
const edited: readonly { readonly what: string; readonly says?: RegExp; readonly edits: Readonly<Record<string, Edit>> }[] = [
  { what: 'a description', edits: { 'control/ssh-keys': say('Add an SSH key', 'Store an SSH key') } },
  {
    what: 'a shared description',
    edits: { 'shared/headers': say('How many requests this token', 'The number of requests that this token') },
  },
  { what: 'an example', edits: { 'control/account': say('Maya Lindqvist', 'Maya Lindqvist-Berg') } },
  { what: 'an example that others take', edits: { 'control/databases.clusters': say('value: storefront', 'value: shopfront') } },
  { what: 'YAML that cannot be read', says: /oauth\.yaml/, edits: { 'oauth/oauth': say('summary: Ask', 'summary: [Ask') } },
  { what: 'its repair, with another summary', edits: { 'oauth/oauth': say('summary: [Ask', 'summary: Please ask') } },
  {
    what: 'a new property',
    edits: {
      'control/account': say(
        '        volume_limit: {',
        '        nickname: { type: string, description: What friends call the user., examples: [Maya] }\n        volume_limit: {',
      ),
    },
  },
  { what: 'a value of an enum', edits: { 'control/account': say('[active, warning, locked]', '[active, warning, paused, locked]') } },
  {
    what: 'a property less',
    edits: {
      'control/regions': all(say(/^ +features:\n.*\n.*\n/, ''), say('slug, features,', 'slug,'), say(/ features: \[[^\]]*\],/, '')),
    },
  },
  { what: 'a new operation', edits: { 'control/regions': say(/^components:\n  schemas:/, oneRegion) } },
  {
    what: 'what a rule forbids',
    says: /a finding/,
    edits: { 'tools/tools.users': say('summary: Get a database user', 'summary: Get a database user.') },
  },
  { what: 'another document meanwhile', says: /a finding/, edits: { 'inference/models': say('Who made it.', 'Who has made it.') } },
  { what: 'the repair', edits: { 'tools/tools.users': say('summary: Get a database user.', 'summary: Read a database user') } },
  {
    what: 'a reference to nothing',
    says: /cannot be bundled.*volume-snapshots/,
    edits: { 'control/volume-snapshots': say(/^( +)VolumeSnapshot:/, '$1Renamed:') },
  },
  { what: 'its repair', edits: { 'control/volume-snapshots': say('    Renamed:', '    VolumeSnapshot:') } },
  {
    what: 'an example that breaks its schema',
    says: /finding/,
    edits: { 'control/account': say('droplet_limit: 25', 'droplet_limit: many') },
  },
  {
    what: 'its repair in two documents',
    edits: {
      'control/account': say('droplet_limit: many', 'droplet_limit: 26'),
      'control/domains': say('List domains', 'List all domains'),
    },
  },
  {
    what: 'an operation less',
    edits: { 'control/ssh-keys': all(say(/^    put:\n(?: {6}.*\n)+/, ''), say(/^    SshKeyUpdate:\n(?: {6}.*\n)+/, '')) },
  },
  { what: 'a renamed property', edits: { 'inference/models': say('owned_by', 'made_by') } },
  {
    what: 'a value of an enum less',
    edits: { 'tools/tools.users': say('[deny, admin, read, readwrite, write]', '[admin, read, readwrite, write]') },
  },
  { what: 'a shared schema', edits: { 'shared/errors': say(/^( +description: .*)\.$/, '$1, said once.') } },
]

function change(file: string, edit: Edit): string {
  const path = join(folder, file)
  writeFileSync(path, edit(readFileSync(path, 'utf8')))
  return file
}

function copyPart(): void {
  for (const path of copied)
    cpSync(join(repoFolder, path), join(folder, path), {
      recursive: true,
      filter: (source) => !/\/(node_modules|dist|golden|workflows)$/.test(source),
    })
  for (const file of readdirSync(join(folder, 'spec/control'))) if (!kept.test(file)) rmSync(join(folder, 'spec/control', file))
  // Not all that use the shared parts are here.
  writeFileSync(
    join(folder, 'redocly.yaml'),
    readFileSync(join(repoFolder, 'redocly.yaml'), 'utf8').replace('components-used: error', 'components-used: off'),
  )
  // One of its own, as what is remembered on disk is in it.
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(join(repoFolder, 'node_modules')).filter((each) => each !== '.cache'))
    symlinkSync(join(repoFolder, 'node_modules', name), join(folder, 'node_modules', name))
  for (const room of ['generators', 'spec', 'tools/spec', 'tools/dev'])
    symlinkSync(join(repoFolder, room, 'node_modules'), join(folder, room, 'node_modules'))
}

/** Everything, by commands. */
function make(): void {
  for (const args of [['tools/spec/src/main.ts', 'bundle'], ['generators/cli/main.ts'], ['generators/reference/main.ts']])
    execFileSync(process.execPath, args, { cwd: folder, stdio: 'pipe' })
}

function read(): Map<string, string> {
  const paths = globSync(['spec/dist/*', 'spec/SURFACE.md', 'packages/*/{src/generated,dist}/**/*.*'], { cwd: folder })
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
}
