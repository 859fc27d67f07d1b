import highlighter from 'highlight.js/lib/core'
import { expect, it } from 'vitest'
import { highlight } from './highlight.ts'

const sample = "import { createCloud } from '@spindrift/client'\n\n// Where it is.\nconst list = await cloud.volumes.list({ per_page: 20 })"

it('highlights single lines like the whole sample', () => {
  const whole = highlighter.highlight(sample, { language: 'typescript' }).value
  const kept = whole
    .replace(/<span class="hljs-(?:punctuation|title|property|variable|params)[^"]*">([^<]*)<\/span>/g, '$1')
    .replaceAll('hljs-', 'h-')
  expect(highlight(sample, 'ts')).toBe(kept)
  expect(kept).toContain('<span class="h-comment">// Where it is.</span>')
})

it('highlights tokens that span lines as one', () => {
  expect(highlight('/* one\ntwo */\nconst a = 1', 'ts')).toContain('<span class="h-comment">/* one\ntwo */</span>')
  expect(highlight('const a = `one\nconst`', 'ts')).toContain('<span class="h-string">`one\nconst`</span>')
})
