/** `spindrift.config.yaml`: settings of the sandbox, with the names of their flags. */
import { dirname, isAbsolute, join } from 'node:path'
import { isMap, isScalar, isSeq, LineCounter, type Node, type Scalar } from 'yaml'
import { nearestName } from '../../control/nearest-name.ts'
import { parseYaml } from '../../parse-yaml.ts'
import { readText } from '../../read-text.ts'
import type { Setting, Settings } from './setting.ts'

/** Texts and source line (`file:line`) of each setting in the file, by name. */
export type ConfigFile = ReadonlyMap<string, { readonly texts: readonly string[]; readonly from: string }>

const section = 'sandbox'

/** @throws Error with the line and the fix */
export function parseConfigFile(file: string, table: Settings): ConfigFile {
  const lines = new LineCounter()
  const document = parseYaml(readText(file), { lineCounter: lines })
  const at = (offset = 0) => `${file}:${lines.linePos(offset).line}`
  const [error] = document.errors
  if (error) throw new Error(`${at(error.pos[0])}: ${error.message}`)
  const settings = new Map(Object.values(table).map((setting) => [setting.name, setting]))
  const entries = new Map<string, { texts: readonly string[]; from: string }>()
  for (const [top, node] of listPairs(document.contents, 'The file', at)) {
    if (settings.has(String(top.value))) throw new Error(`${at(top.range?.[0])}: Write "${String(top.value)}" under "${section}:".`)
    checkName(top, [section], at)
    for (const [key, value] of listPairs(node, section, at)) {
      const name = checkName(key, [...settings.keys()], at)
      const texts = listTexts(value, name, settings.get(name), at)
      if (texts.length === 0) continue
      entries.set(name, {
        texts: texts.map((text) => (isFileName(settings.get(name), text) ? resolvePath(text, file) : text)),
        from: at(key.range?.[0]),
      })
    }
  }
  return entries
}

type At = (offset?: number) => string

/** Keys and values of a mapping. An empty node has none. */
function listPairs(node: unknown, subject: string, at: At): (readonly [Scalar, unknown])[] {
  if (node === null || (isScalar(node) && node.value === null)) return []
  if (!isMap(node)) throw new Error(`${at((node as Node).range?.[0])}: ${subject} must be a mapping, for example "port: 4020".`)
  return node.items.map(({ key, value }) => [key as Scalar, value])
}

function checkName({ value, range }: Scalar, known: readonly string[], at: At): string {
  const name = String(value)
  if (known.includes(name)) return name
  const nearest = nearestName(name, known)
  throw new Error(
    `${at(range?.[0])}: "${name}" is not a setting. ${nearest === undefined ? `Allowed: ${known.join(', ')}.` : `Did you mean ${nearest}?`}`,
  )
}

/** Source texts of a value: the seed 007 stays `007`. */
function listTexts(node: unknown, name: string, setting: Setting<unknown> | undefined, at: At): readonly string[] {
  if (isSeq(node) && setting?.repeatable) return node.items.flatMap((item) => listTexts(item, name, undefined, at))
  if (!isScalar(node))
    throw new Error(`${at((node as Node | null)?.range?.[0])}: ${name} must be ${setting?.repeatable ? 'a list of texts' : 'one value'}.`)
  if (node.value === null) return []
  return [typeof node.value === 'string' ? node.value : (node.source ?? String(node.value))]
}

function isFileName({ isFile }: Partial<Setting<unknown>> = {}, text: string): boolean {
  return typeof isFile === 'function' ? isFile(text) : isFile === true
}

/** Path relative to the configuration file, whatever the working directory is. */
function resolvePath(text: string, file: string): string {
  return isAbsolute(text) ? text : join(dirname(file), text)
}
