/** Mistakes that authors make: each is reported in the right document, at the right line, with a message that says what to do. */
import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { edit, goodDocument } from './testing/good-document.ts'
import { lintCases } from './testing/lint.ts'

const config = load(readFileSync(new URL('../../redocly.yaml', import.meta.url), 'utf8')) as {
  readonly extends: readonly string[]
  readonly rules: Readonly<Record<string, unknown>>
}

const entry = readFileSync(new URL('../control/openapi.yaml', import.meta.url), 'utf8').replace(/^x-documents:[^]*/m, '')

const others = `openapi: 3.1.1
info: { title: Others, version: 2.0.0 }
tags: [{ name: Others, description: More of the same. }]
paths:
  /v2/others/{other_id}:
    parameters:
      - { name: other_id, in: path, required: true, description: Its id., schema: { type: integer }, example: 1 }
    get:
      operationId: others_get
      summary: Get another
      description: It has no resource.
      responses:
        '204': { description: It exists. }
      security: [{ oauth2: [read] }, { personalAccessToken: [] }]
      x-effect: { computes: Nothing but a status. }
`

/** An edit of `things.yaml`, and the place and a part of the message of the first findings. Further ones can follow from them. */
interface Mistake {
  readonly name: string
  readonly edit: Readonly<Record<string, string>>
  readonly expected: readonly (readonly [place: string, message: string])[]
}

const mistakes = load(readFileSync(new URL('authoring-mistakes.cases.yaml', import.meta.url), 'utf8')) as readonly Mistake[]

describe('a mistake of an author is reported where it is', () => {
  const found = lintCases(
    { extends: config.extends, rules: config.rules },
    mistakes.map(({ name, edit: changes }) => ({
      name,
      entry: 'control/openapi.yaml',
      input: { 'control/openapi.yaml': entry, 'control/things.yaml': edit(goodDocument, changes), 'control/others.yaml': others },
    })),
  ).map((findings) => findings.filter(({ at }) => at.startsWith('control/')))

  it.each(mistakes.map((mistake, index) => ({ ...mistake, findings: found[index] ?? [] })))('$name', ({ expected, findings }) => {
    const places = findings.map(({ at, line, message }) => [`${at.replace(/^control\/|#.*/g, '')}:${line}`, message])
    expect(places.slice(0, expected.length)).toEqual(expected.map(([place, message]) => [place, expect.stringContaining(message)]))
  })
})
