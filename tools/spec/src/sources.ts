/** Where each operation and component of an API was written by hand, so that a later error can name the document. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { type Api, specFolder } from './documents.ts'

const methods = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options'])

interface Source {
  readonly file: string
  readonly pointer: string
}

interface Content {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export function indexSources(api: Api): Record<string, Source> {
  const sources: Record<string, Source> = {}
  for (const folder of ['shared', api]) {
    for (const name of readdirSync(join(specFolder, folder)).toSorted()) {
      if (!name.endsWith('.yaml') || name.startsWith('.') || name === 'openapi.yaml') continue
      const file = `${folder}/${name}`
      const content = parse(readFileSync(join(specFolder, file), 'utf8'), { maxAliasCount: -1 }) as Content
      for (const [path, item] of Object.entries(content.paths ?? {})) {
        const escaped = path.replaceAll('~', '~0').replaceAll('/', '~1')
        for (const method of Object.keys(item)) {
          if (methods.has(method)) sources[`${method.toUpperCase()} ${path}`] = { file, pointer: `/paths/${escaped}/${method}` }
        }
      }
      for (const [kind, components] of Object.entries(content.components ?? {})) {
        for (const component of Object.keys(components))
          sources[`${kind}/${component}`] ??= { file, pointer: `/components/${kind}/${component}` }
      }
    }
  }
  return sources
}
