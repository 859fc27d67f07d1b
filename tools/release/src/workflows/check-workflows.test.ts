import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, test } from 'vitest'
import { checkPublisher, checkRepository } from '../check-provenance.ts'
import { checkActions, checkWorkflows } from './check-workflows.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'spindrift-workflows-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const commit = '08c6903cd8c0fde910a37f88322edcfb5dd907a8'
const good = `on: push
permissions: {}
jobs:
  test:
    runs-on: ubuntu-latest
    timeout-minutes: 5
    permissions: { contents: read }
    steps:
      - uses: actions/checkout@${commit}
        with: { persist-credentials: false }
      - run: npm run build && bash tools/there.sh
`

async function check(text: string): Promise<string> {
  const file = join(folder, 'a.yml')
  writeFileSync(file, text)
  return (await checkWorkflows([file], { scripts: { build: 'x' }, exists: (path) => path === 'tools/there.sh' })).join('\n')
}

it('a workflow that asks for little and runs what is there passes', async () => {
  expect(await check(good)).toBe('')
})

test.each([
  { change: [commit, 'v5'], want: 'actions/checkout@v5 is not pinned by its commit' },
  { change: ['permissions: {}\n', ''], want: 'it names no permissions' },
  { change: ['permissions: { contents: read }', 'permissions: write-all'], want: 'name the permissions one by one' },
  { change: ['    timeout-minutes: 5\n', ''], want: 'test has no timeout-minutes' },
  { change: ['        with: { persist-credentials: false }\n', ''], want: 'checkout leaves its token behind' },
  { change: ['npm run build', 'npm run bild'], want: 'there is no script "bild"' },
  { change: ['there.sh', 'gone.sh'], want: 'there is no tools/gone.sh' },
  { change: ['npm run build', `echo \${{ github.ref }}`], want: 'an expression inside a script' },
  { change: ['runs-on', 'run-on'], want: 'unexpected key "run-on"' },
] as const)('catches: $want', async ({ change: [before, after], want }) => {
  expect(await check(good.replace(before, after))).toContain(want)
})

const action = `inputs:
  port: { default: '1' }
outputs:
  url: { value: '\${{ steps.start.outputs.url }}' }
runs:
  using: composite
  steps:
    - id: start
      shell: bash
      run: npm run build
      env: { PORT: '\${{ inputs.port }}' }
    - uses: actions/upload-artifact@${commit}
`

test.each([
  { change: ['', ''], want: '' },
  { change: ['inputs.port', 'inputs.prot'], want: 'property "prot" is not defined' },
  { change: ['steps.start', 'steps.begin'], want: 'property "begin" is not defined' },
  { change: [commit, 'v4'], want: 'is not pinned by its commit' },
] as const)('an action: $want', async ({ change: [before, after], want }) => {
  const file = join(folder, 'action.yml')
  writeFileSync(file, action.replace(before, after))
  const findings = (await checkActions([file], { scripts: { build: 'x' }, exists: () => true })).join('\n')
  expect(want === '' ? findings === '' : findings.includes(want), findings).toBe(true)
})

const publisher = `jobs:
  publish:
    runs-on: ubuntu-latest
    permissions: { id-token: write }
    steps: [{ run: node tools/release/src/publish.ts release }]
`

test.each([
  { change: ['', ''], want: '' },
  { change: ['id-token: write', 'contents: read'], want: 'publish may not sign' },
  { change: ['ubuntu-latest', 'self-hosted'], want: 'publish runs on "self-hosted"' },
  { change: ['publish.ts', 'other.ts'], want: 'release.yml has 0 jobs that publish' },
] as const)('who publishes: $want', ({ change: [before, after], want }) => {
  expect(checkPublisher(publisher.replace(before, after)).join('\n')).toContain(want)
  expect(checkPublisher(publisher)).toEqual([])
})

it('a package of another repository is not published by this one', () => {
  const manifest = { name: 'a', version: '1.0.0', repository: { type: 'git', url: 'git+https://github.com/one/a.git' } }
  expect(checkRepository([{ name: 'a', manifest }], 'one/a')).toEqual([])
  expect(checkRepository([{ name: 'a', manifest }], 'two/a')[0]).toContain('and two/a publishes it')
})
