import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { apis, locateDocument, readDocument } from '@spindrift/openapi'

const home = fileURLToPath(new URL('../', import.meta.url))
const run = (program: string): string => execFileSync(process.execPath, [`test/${program}.ts`], { cwd: home, encoding: 'utf8' })
const readFile = (path: string): string => readFileSync(join(home, path), 'utf8')

describe('@spindrift/openapi', () => {
  it.each([
    ['program', "3.1.1 droplets_create { personalAccessToken: [ 'droplet:create' ] }"],
    ['module-program', 'true x-lifecycle'],
  ])('%s runs as shown in the README', (program, printed) => {
    expect(readFile('README.md')).toContain(readFile(`test/${program}.ts`))
    expect(run(program)).toContain(printed)
  })

  it.each(apis)('has %s in both forms and both formats', async (api) => {
    for (const extensions of [true, false]) {
      const json: unknown = await readDocument(api, { extensions })
      const yaml = readFileSync(fileURLToPath(locateDocument(api, { extensions, format: 'yaml' })), 'utf8')
      expect(JSON.stringify(load(yaml)) === JSON.stringify(json)).toBe(true)
    }
  })

  it('lists the APIs when the name is unknown', async () => {
    await expect(readDocument('billing' as 'oauth')).rejects.toThrow(
      'There is no API "billing". Use one of: control, oauth, inference, tools.',
    )
  })

  it('has a schema of every extension, and all documents conform to it', async () => {
    const ajv = new Ajv2020({ strict: false })
    const schemas = new Map(
      globSync('dist/extensions/*.json', { cwd: home }).map((file) => {
        const schema = JSON.parse(readFile(file)) as { readonly title: string }
        return [schema.title, ajv.compile(schema)]
      }),
    )
    for (const api of apis) {
      const left = new Set(listExtensions(await readDocument(api, { extensions: false })).map(([name]) => name))
      const used = listExtensions(await readDocument(api)).filter(([name]) => !left.has(name))
      const faults = used.filter(([name, value]) => !schemas.get(name)?.(value)).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
      expect(faults).toEqual([])
      expect(used.length, api).toBeGreaterThan(0)
    }
  })

  it('has a valid schema of worlds', async () => {
    const { default: schema } = await import('@spindrift/openapi/world.schema.json', { with: { type: 'json' } })
    expect(new Ajv2020({ strict: false, validateFormats: false }).compile(schema)([])).toBe(false)
  })

  it('has workflows that refer to its own documents', () => {
    const workflows = globSync('dist/workflows/*.arazzo.yaml', { cwd: home })
    expect(workflows.length).toBe(globSync('../../spec/workflows/*.arazzo.yaml', { cwd: home }).length)
    for (const workflow of workflows) {
      const { sourceDescriptions } = load(readFile(workflow)) as { readonly sourceDescriptions: readonly { readonly url: string }[] }
      expect(sourceDescriptions.filter(({ url }) => !existsSync(join(home, 'dist/workflows', url)))).toEqual([])
    }
  })
})

/** Returns every member with an `x-` name. In a plain document these are headers and the like. */
function listExtensions(node: unknown): (readonly [name: string, value: unknown])[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, value]) => [
    ...(name.startsWith('x-') ? [[name, value] as const] : []),
    ...listExtensions(value),
  ])
}
