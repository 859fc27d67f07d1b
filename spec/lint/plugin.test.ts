/** Tests of the whole plugin: its configuration in redocly.yaml, and its documentation in spec/README.md. */
import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { extensionPlaces } from './extensions.ts'
import { operationKeys, pathKeys } from './key-order.ts'
import { rules } from './plugin.ts'
import { edit, goodDocument } from './testing/good-document.ts'
import { lintCases } from './testing/lint.ts'

interface Config {
  readonly extends: readonly string[]
  readonly rules: Readonly<Record<string, string | { readonly severity: string }>>
}

const config = load(readFileSync(new URL('../../redocly.yaml', import.meta.url), 'utf8')) as Config
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

describe('redocly.yaml', () => {
  it('enables every rule as an error', () => {
    const on = Object.entries(config.rules).filter(([name]) => name.startsWith('spindrift/'))
    expect(on.map(([name, setting]) => [name, typeof setting === 'string' ? setting : setting.severity])).toEqual(
      Object.keys(rules).map((name) => [`spindrift/${name}`, 'error']),
    )
  })

  it('disables only rules that a stricter rule replaces', () => {
    expect(Object.keys(config.rules).filter((name) => config.rules[name] === 'off')).toEqual([
      'operation-operationId-unique',
      'no-unused-components',
      'no-ambiguous-paths',
    ])
  })

  it('accepts the good document with all rules and collects the findings of several rules', () => {
    const { extends: base, rules: all } = config
    const entry = readFileSync(new URL('../control/openapi.yaml', import.meta.url), 'utf8').replace(/^x-documents:[^]*/m, '')
    const input = { 'control/openapi.yaml': entry, 'control/things.yaml': goodDocument }
    const broken = edit(goodDocument, {
      'summary: List things': 'summary: list things',
      things_create: 'things_make',
      'description: One thing under its root.\n': 'description: One thing under its root.\n      required: []\n',
    })
    // These documents use only a part of the shared components.
    const settings = { extends: base, rules: { ...all, 'spindrift/components-used': 'off' } }
    const [good, bad] = lintCases(settings, [
      { name: 'good', input, entry: 'control/openapi.yaml' },
      { name: 'bad', input: { ...input, 'control/things.yaml': broken }, entry: 'control/openapi.yaml' },
    ])
    expect(good).toEqual([])
    expect(bad?.map(({ rule, at, line }) => [rule, at.split('#')[0], line])).toEqual([
      ['spindrift/summary-form', 'control/things.yaml', 10],
      ['spindrift/operation-id-form', 'control/things.yaml', 24],
      ['spindrift/root-key', 'control/things.yaml', 34],
    ])
  })
})

describe('conventions', () => {
  it('are filled in before linting', () => {
    const [without] = lintCases({ preprocessors: {}, rules: { 'operation-4xx-response': 'error' } }, [{ name: 'raw', input: goodDocument }])
    const [filled] = lintCases({ rules: { 'operation-4xx-response': 'error' } }, [{ name: 'filled in', input: goodDocument }])
    expect([without?.length, filled?.length]).toEqual([3, 0])
  })
})

describe('a single document', () => {
  it('is linted without errors about what it shares with others', () => {
    const redocly = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js')
    const documents = ['control/volumes.yaml', 'control/droplets.yaml', 'tools/tools.users.yaml', 'shared/errors.yaml']
    const args = [redocly, 'lint', ...documents.map((path) => `spec/${path}`)]
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: fileURLToPath(new URL('../../', import.meta.url)),
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
    })
    expect({ status, stdout, stderr }).toMatchObject({ status: 0 })
  })
})

describe('spec/README.md', () => {
  it('lists the same extensions with the same places', () => {
    const rows = [...readme.matchAll(/^\| ((?:tag|document|schema|operation|property|anywhere)[^|]*) \| `(x-[a-zA-Z-]+)/gm)]
    const listed = rows.map(([, places = '', name = '']) => [
      name,
      places === 'anywhere described'
        ? ['operation', 'schema', 'property', 'elsewhere']
        : places.split(', ').map((place) => (['document', 'items', 'tag'].includes(place) ? 'elsewhere' : place)),
    ])
    expect(listed).toEqual(Object.entries(extensionPlaces))
  })

  it('has the same order of keys and verbs', () => {
    expect(readme).toContain(`\`${operationKeys.join(', ')}\``)
    expect(readme).toContain(`Verbs of a path in this order: ${pathKeys.join(', ')}.`)
  })
})

describe('extensions/', () => {
  it('has at most 12 extensions', () => {
    expect(Object.keys(extensionPlaces).length).toBeLessThanOrEqual(12)
  })

  it('has a schema with descriptions for each extension', () => {
    const files = readdirSync(new URL('./extensions/', import.meta.url))
    expect(files.toSorted()).toEqual(
      Object.keys(extensionPlaces)
        .map((name) => `${name}.json`)
        .toSorted(),
    )
    for (const file of files)
      expect(JSON.parse(readFileSync(new URL(`./extensions/${file}`, import.meta.url), 'utf8'))).toHaveProperty('description')
  })
})
