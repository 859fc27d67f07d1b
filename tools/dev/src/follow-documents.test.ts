import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BaseResolver, loadConfig, Source } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { apis, specFolder } from '../../spec/src/documents.ts'
import { configFile } from '../../spec/src/redocly.ts'
import { bundleDocuments } from './bundle-documents.ts'
import { Linter } from './lint-documents.ts'

it('bundles as `pnpm bundle` does, the second time too', async () => {
  const config = await loadConfig({ configPath: configFile })
  await bundleDocuments(config, apis)
  const different = (await bundleDocuments(config, apis)).filter(
    ({ api, text }) => text !== readFileSync(join(specFolder, 'dist', `${api}.json`), 'utf8'),
  )
  expect(different.map(({ api }) => api)).toEqual([])
})

describe('Linter', () => {
  /** As if the document said something else. */
  class Edited extends BaseResolver {
    readonly #from: string
    readonly #to: string
    constructor(from: string, to: string) {
      super()
      this.#from = from
      this.#to = to
    }
    override async loadExternalRef(path: string): Promise<Source> {
      const source = await super.loadExternalRef(path)
      return path.endsWith('/oauth/oauth.yaml') ? new Source(path, source.body.replace(this.#from, this.#to)) : source
    }
  }

  it.each([
    { what: 'nothing in what is right', from: 'summary: ', to: 'summary: ', want: [] },
    {
      what: 'a rule of ours that is broken',
      from: 'Ask the user for authorization',
      to: 'Ask the user.',
      want: ['spindrift/summary-form'],
    },
    {
      what: 'an example of a schema that breaks it',
      from: 'examples: [2592000]',
      to: 'examples: [soon]',
      want: ['no-invalid-schema-examples'],
    },
    { what: 'an example of another type', from: 'expires_in: 2592000', to: 'expires_in: soon', want: ['no-invalid-media-type-examples'] },
  ])('finds $what', async ({ from, to, want }) => {
    const problems = await new Linter(() => new Edited(from, to)).lint(['spec/oauth/oauth.yaml'])
    expect(problems.map(({ ruleId }) => ruleId)).toEqual(want)
  })
})
