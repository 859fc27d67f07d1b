/** Every sentence a person wrote in the documents of an API, or in the shared ones: titles, summaries, descriptions, decisions. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPair, isScalar, LineCounter, parseDocument, visit } from 'yaml'
import { type Api, specFolder } from './documents.ts'
import type { WrittenText } from './shared-words.ts'

const written = new Set(['title', 'summary', 'description', 'x-decision', 'computes'])

export function readTexts(folder: Api | 'shared'): WrittenText[] {
  return readdirSync(join(specFolder, folder))
    .filter((name) => name.endsWith('.yaml') && name !== 'openapi.yaml')
    .flatMap((name) => readDocumentTexts(`spec/${folder}/${name}`, readFileSync(join(specFolder, folder, name), 'utf8')))
}

function readDocumentTexts(file: string, content: string): WrittenText[] {
  const lines = new LineCounter()
  const texts: WrittenText[] = []
  visit(parseDocument(content, { lineCounter: lines }), {
    Pair(_, { key, value }, path) {
      const inExample = path.some(
        (parent) => isPair(parent) && isScalar(parent.key) && (parent.key.value === 'examples' || parent.key.value === 'example'),
      )
      if (inExample || !isScalar(key) || !written.has(String(key.value)) || !isScalar(value) || typeof value.value !== 'string') return
      texts.push({ place: `${file}:${lines.linePos(key.range?.[0] ?? 0).line}`, text: value.value })
    },
  })
  return texts
}
