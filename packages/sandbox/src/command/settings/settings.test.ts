import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { createProgram } from '../program.ts'
import { parseConfigFile } from './parse-config-file.ts'
import { resolveSettings } from './resolve-settings.ts'
import { listUnknownVariables } from './setting.ts'
import { startSettings } from './start-settings.ts'
import { formatSettingsTable } from './format-settings-table.ts'

const folder = mkdtempSync(join(tmpdir(), 'spindrift-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(text: string): string {
  const file = join(folder, 'spindrift.config.yaml')
  writeFileSync(file, text)
  return file
}

/** Value and source of a setting. */
function resolve(name: string, { flags = {}, environment = {}, yaml }: { flags?: object; environment?: object; yaml?: string }) {
  const file = yaml === undefined ? undefined : parseConfigFile(write(yaml), startSettings)
  const { resolvedSettings } = resolveSettings(startSettings, { flags: { ...flags }, environment: { ...environment }, file })
  const { value, from } = resolvedSettings.find((each) => each.name === name) ?? {}
  return [value, from?.replace(`${folder}/`, '')]
}

describe('a setting', () => {
  const flags = { port: ['1', '2'] }
  const environment = { SPINDRIFT_SANDBOX_PORT: '3' }
  const yaml = 'sandbox:\n  port: 4\n'
  it.each([
    { input: { flags, environment, yaml }, expected: [2, '--port'] },
    { input: { environment, yaml }, expected: [3, 'SPINDRIFT_SANDBOX_PORT'] },
    { input: { yaml }, expected: [4, 'spindrift.config.yaml:2'] },
    { input: {}, expected: [4020, undefined] },
    // Kubernetes sets the variable like this for a service named spindrift-sandbox; Compose files forward unset variables as empty ones.
    { input: { environment: { SPINDRIFT_SANDBOX_PORT: 'tcp://10.96.0.7:4020' }, yaml }, expected: [4, 'spindrift.config.yaml:2'] },
    { input: { environment: { SPINDRIFT_SANDBOX_PORT: '' }, yaml }, expected: [4, 'spindrift.config.yaml:2'] },
  ])('has the value $expected of the source with the highest priority', ({ input, expected }) => {
    expect(resolve('port', input)).toEqual(expected)
  })

  it.each([
    { input: { flags: { 'control-origin': ['http://a.example', 'http://b.example'] } }, from: '--control-origin' },
    {
      input: { environment: { SPINDRIFT_SANDBOX_CONTROL_ORIGIN: 'http://a.example, http://b.example' } },
      from: 'SPINDRIFT_SANDBOX_CONTROL_ORIGIN',
    },
    { input: { yaml: 'sandbox:\n  control-origin: [http://a.example, http://b.example]' }, from: 'spindrift.config.yaml:2' },
  ])('is a list in $from', ({ input, from }) => {
    expect(resolve('control-origin', input)).toEqual([['http://a.example', 'http://b.example'], from])
  })

  it('is switched off by a variable', () => {
    expect(resolve('log', { environment: { SPINDRIFT_SANDBOX_LOG: '0' }, yaml: 'sandbox: { log: true }' })[0]).toBe(false)
  })

  it('keeps the text of the configuration file, and resolves file names relative to it', () => {
    const own = 'sandbox:\n  seed: 007\n  rate-limits: off\n  state: data/state.db\n'
    expect(resolve('seed', { yaml: own })[0]).toBe('007')
    expect(resolve('rate-limits', { yaml: own })[0]).toBe('off')
    expect(resolve('state', { yaml: own })[0]).toBe(join(folder, 'data/state.db'))
    expect(resolve('state', { yaml: 'sandbox:\n  state: /data/state.db\n' })[0]).toBe('/data/state.db')
    expect(resolve('world', { yaml: 'sandbox:\n  world: my-world.yaml\n' })[0]).toBe(join(folder, 'my-world.yaml'))
    expect(resolve('world', { yaml: 'sandbox:\n  world: empty\n' })[0]).toBe('empty')
    expect(resolve('world', { environment: { SPINDRIFT_SANDBOX_WORLD: 'worlds/mine.yaml' } })[0]).toBe('worlds/mine.yaml')
  })

  it.each(['', '# nothing yet\n', 'sandbox:\n', 'sandbox:\n  port:\n'])('is not set by %j', (text) => {
    expect(resolve('port', { yaml: text })).toEqual([4020, undefined])
  })

  it.each([
    {
      input: { environment: { SPINDRIFT_SANDBOX_PORT: 'x' } },
      expected: 'SPINDRIFT_SANDBOX_PORT is "x": Give a whole number from 0 to 65535.',
    },
    { input: { environment: { SPINDRIFT_SANDBOX_LOG: 'yes' } }, expected: 'SPINDRIFT_SANDBOX_LOG is "yes": Give true or false.' },
    { input: { yaml: 'sandbox:\n  lag: some' }, expected: 'spindrift.config.yaml:2 is "some": Allowed choices are real, none.' },
    { input: { yaml: 'sandbox:\n  prot: 1' }, expected: 'spindrift.config.yaml:2: "prot" is not a setting. Did you mean port?' },
    { input: { yaml: 'sandbux: {}' }, expected: 'spindrift.config.yaml:1: "sandbux" is not a setting. Did you mean sandbox?' },
    { input: { yaml: 'rate-limits: off' }, expected: 'spindrift.config.yaml:1: Write "rate-limits" under "sandbox:".' },
    { input: { yaml: 'sandbox:\n  port: 1\n  port: 2' }, expected: 'spindrift.config.yaml:3: Map keys must be unique' },
    { input: { yaml: 'sandbox: 4020' }, expected: 'spindrift.config.yaml:1: sandbox must be a mapping, for example "port: 4020".' },
    { input: { yaml: 'sandbox:\n  port: [1, 2]' }, expected: 'spindrift.config.yaml:2: port must be one value.' },
    { input: { yaml: 'sandbox:\n  control-origin: [[1]]' }, expected: 'spindrift.config.yaml:2: control-origin must be one value.' },
    { input: { yaml: 'sandbox:\n  port: "1\n' }, expected: /spindrift\.config\.yaml:\d: Missing closing "quote/ },
  ])('is rejected with its source when it is wrong: $expected', ({ input, expected }) => {
    expect(() => resolve('port', input)).toThrow(expected)
  })

  it('is reported when its variable is unknown', () => {
    const kubernetes = { SPINDRIFT_SANDBOX_SERVICE_HOST: '10.0.0.1', SPINDRIFT_SANDBOX_PORT_4020_TCP_ADDR: '10.0.0.1' }
    const variables = {
      SPINDRIFT_SANDBOX_PROT: '1',
      SPINDRIFT_SANDBOX_PORT: '1',
      SPINDRIFT_SANDBOX_CONFIG: 'a.yaml',
      HOME: '/',
      ...kubernetes,
    }
    expect(listUnknownVariables(startSettings, variables)).toEqual([
      {
        name: 'SPINDRIFT_SANDBOX_PROT',
        message: 'SPINDRIFT_SANDBOX_PROT is set, but it is not a setting of the sandbox. Did you mean SPINDRIFT_SANDBOX_PORT?',
      },
    ])
  })

  it('is in the help of start', () => {
    const help =
      createProgram()
        .commands.find((command) => command.name() === 'start')
        ?.helpInformation() ?? ''
    for (const { name } of Object.values(startSettings)) expect(help).toContain(`--${name}`)
  })

  it('is in the README', async () => {
    const file = fileURLToPath(new URL('../../../README.md', import.meta.url))
    const [, head, tail] = /^(.*<!-- settings -->\n).*(\n<!-- \/settings -->.*)$/s.exec(readFileSync(file, 'utf8')) ?? []
    await expect(`${head}${formatSettingsTable(startSettings)}${tail}`).toMatchFileSnapshot(file)
  })
})
