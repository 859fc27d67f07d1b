import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { root } from './pack-packages.ts'

const script = join(root, 'action/sandbox.mjs')

/** Simulates a GitHub runner: its files, its temporary folder, and an npm that installs the sandbox of this repository. */
function createJob() {
  const folder = mkdtempSync(join(tmpdir(), 'spindrift-action-'))
  const bin = join(folder, 'bin')
  const [environment, output] = [join(folder, 'environment'), join(folder, 'output')]
  mkdirSync(bin)
  const modules = join(folder, 'spindrift-sandbox/node_modules/@spindrift')
  writeFileSync(
    join(bin, 'npm'),
    `#!/bin/sh\necho "$@" > ${folder}/npm\nmkdir -p ${modules}\nln -sfn ${join(root, 'packages/sandbox')} ${modules}/sandbox\n`,
  )
  chmodSync(join(bin, 'npm'), 0o755)
  const step = (name: string, inputs: Readonly<Record<string, string>> = {}, set: Readonly<Record<string, string>> = {}) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, name], {
      encoding: 'utf8',
      env: {
        PATH: `${bin}:${dirname(process.execPath)}:${process.env['PATH']}`,
        RUNNER_TEMP: folder,
        GITHUB_ENV: environment,
        GITHUB_OUTPUT: output,
        ...Object.fromEntries(Object.entries(inputs).map(([input, value]) => [`INPUT_${input.toUpperCase()}`, value])),
        ...set,
      },
    })
    return { status, stdout, stderr }
  }
  onTestFinished(() => {
    step('finish')
    rmSync(folder, { recursive: true })
  })
  const read = (file: string): Record<string, string> =>
    Object.fromEntries(
      readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )
  return { step, folder, variables: () => read(environment), outputs: () => read(output) }
}

it('starts a sandbox, exports its variables and outputs, and stops it', async () => {
  const { step, folder, variables, outputs } = createJob()
  const started = step('start', {
    port: '0',
    world: 'empty',
    args: '--seed 7\n--action-seconds 0',
    token: 'a-token-for-tests',
    version: '0.1.0',
  })
  expect(started).toMatchObject({ status: 0, stderr: '' })
  expect(started.stdout).toContain('::add-mask::a-token-for-tests')
  expect(readFileSync(join(folder, 'npm'), 'utf8')).toMatch(/^install .*--ignore-scripts .*@spindrift\/sandbox@0\.1\.0/)
  const { url = '', token } = outputs()
  expect(variables()).toMatchObject({ SPINDRIFT_BASE_URL: url, SPINDRIFT_TOKEN: token, DIGITALOCEAN_API_URL: url })
  const sendRequest = (path: string, bearer = token) => fetch(`${url}${path}`, { headers: { authorization: `Bearer ${bearer}` } })
  expect(await (await sendRequest('/v2/droplets')).json()).toMatchObject({ droplets: [] })
  expect((await sendRequest('/_sandbox/info')).status).toBe(401)
  expect((await sendRequest('/_sandbox/info', 'a-token-for-tests')).status).toBe(200)
  expect(step('start', { port: '0' })).toMatchObject({ status: 1, stderr: expect.stringContaining('runs already') })
  expect(step('finish')).toMatchObject({ status: 0, stdout: '' })
  expect(outputs()).not.toHaveProperty('artifact')
  await expect(sendRequest('/v2/droplets')).rejects.toThrow('fetch failed')
})

it('prints the log after a failure, and saves log and state for the artifact', () => {
  const { step, variables, outputs } = createJob()
  expect(step('start', { port: '0', args: '--log' }).status).toBe(0)
  const program = `node -e 'fetch(process.env.SPINDRIFT_BASE_URL + "/v2/account/keys")'; exit 3`
  expect(step('run', { run: program }, variables())).toMatchObject({ status: 3, stderr: '' })
  const finished = step('finish', { failed: 'true' })
  expect(finished.status).toBe(0)
  expect(finished.stdout).toMatch(/^::group::.*\n(.*\n)*.*GET \/v2\/account\/keys.*\n(.*\n)*::endgroup::\n$/)
  const { artifact = '' } = outputs()
  expect(['sandbox.log', 'state.db'].filter((name) => !existsSync(join(artifact, name)))).toEqual([])
  expect(step('finish')).toMatchObject({ status: 0, stdout: 'No sandbox of this job runs.\n' })
})

it.each([
  { step: ['start', { args: '--no-such-flag', port: '0' }], message: "unknown option '--no-such-flag'" },
  { step: ['start', { port: '99999' }], message: 'Give a whole number from 0 to 65535' },
  { step: ['start', { version: 'https://evil.example/sandbox.tgz' }], message: 'Give a version like 0.1.0, or latest.' },
  { step: ['start', { version: '../sandbox' }], message: 'Give a version like 0.1.0, or latest.' },
  { step: ['start', { version: 'npm:other@1.0.0' }], message: 'Give a version like 0.1.0, or latest.' },
  { step: ['run', {}], message: 'INPUT_RUN is not set' },
  { step: ['stop', {}], message: 'expected one of these steps: start, run, finish' },
] as const)('reports the error of $step: $message', ({ step: [name, inputs], message }) => {
  const { status, stderr } = createJob().step(name, inputs)
  expect(status).toBe(1)
  expect(stderr).toMatch(/^spindrift action: /)
  expect(stderr).toContain(message)
})

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string }>>
  readonly runs: { readonly using: string; readonly steps: readonly Step[] }
}
interface Step {
  readonly uses?: string
  readonly run?: string
  readonly env?: Readonly<Record<string, string>>
}

it.each(['action/action.yml', 'action/finish/action.yml'])(
  '%s passes every input to the script, and pins the actions that it uses',
  (file) => {
    const { inputs, runs } = parse(readFileSync(join(root, file), 'utf8')) as Action
    expect(runs.using).toBe('composite')
    const variables = runs.steps.flatMap(({ env = {} }) => Object.keys(env))
    expect(variables).toEqual(expect.arrayContaining(Object.keys(inputs).map((name) => `INPUT_${name.toUpperCase()}`)))
    const text = readFileSync(script, 'utf8')
    expect(variables.filter((name) => !text.includes(name))).toEqual([])
    // Inputs are never inserted into the text of a command.
    expect(runs.steps.filter(({ run = '' }) => run.includes('${{'))).toEqual([])
    expect(runs.steps.flatMap(({ uses }) => uses ?? []).filter((uses) => !/@[0-9a-f]{40}$/.test(uses))).toEqual([])
  },
)
