/** Reads worlds from YAML files, with line numbers for errors. */
import { readFile } from 'node:fs/promises'
import type { Document, Node } from 'yaml'
import { checkWorld } from './check-world.ts'
import type { WorldDefinition } from './world-definition.ts'
import { type Path, WorldError, WorldErrors, formatErrors, formatPath } from './world-error.ts'
import { describeSystemError } from '../describe-system-error.ts'

export interface WorldFile {
  readonly world: WorldDefinition
  /** Adds the file and the lines to errors of the world. Returns other errors as they are. */
  readonly locateError: (error: unknown) => unknown
}

const maxFileBytes = 8 * 1024 * 1024
/** Maximum depth, which protects the recursive YAML parser. */
const maxDepth = 200

/**
 * Reads a custom world, for `createSandbox` and `startSandbox`.
 *
 * @throws Error with the file, the line, the problem and how to fix it
 */
export async function readWorldFile(file: string): Promise<WorldDefinition> {
  return (await openWorldFile(file)).world
}

export async function openWorldFile(file: string): Promise<WorldFile> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Error(`${file} cannot be read (${describeSystemError(error)}).`, { cause: error })
  })
  return parseWorld(text, file)
}

/** @param file the name for error messages */
export async function parseWorld(text: string, file: string): Promise<WorldFile> {
  if (text.length > maxFileBytes) throw new Error(`${file} is larger than 8 MiB, the limit of world files.`)
  if (measureDepth(text) > maxDepth) throw new Error(`${file} is nested more than ${maxDepth} levels deep, the limit of world files.`)
  const [{ LineCounter }, { parseYaml }] = await Promise.all([import('yaml'), import('../parse-yaml.ts')])
  const lines = new LineCounter()
  const document = parseYaml(text, { lineCounter: lines, version: '1.2', schema: 'core', merge: false })
  const at = (offset = 0) => {
    const { line, col } = lines.linePos(offset)
    return `${file}:${line}:${col}`
  }
  const [problem] = [...document.errors, ...document.warnings]
  if (problem) throw new Error(`${at(problem.pos[0])}: ${problem.message.replaceAll('\n', ' ')}`)
  const sortByOffset = (errors: readonly WorldError[]) => {
    const offsets = new Map(errors.map((error) => [error, findOffset(document, error.path) ?? 0]))
    return errors.toSorted((a, b) => (offsets.get(a) ?? 0) - (offsets.get(b) ?? 0))
  }
  const locateOne = (error: WorldError) =>
    new Error(`${at(findOffset(document, error.path))}: ${error.path.length === 0 ? '' : `${formatPath(error.path)}: `}${error.reason}`, {
      cause: error,
    })
  const locateError = (error: unknown) => {
    if (error instanceof WorldErrors) return new Error(formatErrors(sortByOffset(error.errors).map(locateOne)), { cause: error })
    return error instanceof WorldError ? locateOne(error) : error
  }
  let world: unknown
  try {
    world = document.toJS({ maxAliasCount: 100 }) ?? {}
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}.`, { cause: error })
  }
  try {
    checkWorld(world)
  } catch (error) {
    throw locateError(error)
  }
  return { world, locateError }
}

/** Measures the depth of brackets and indentation before the recursive parser runs. */
function measureDepth(text: string): number {
  let [depth, max] = [0, 0]
  for (const character of text) {
    if (character === '[' || character === '{') max = Math.max(max, ++depth)
    else if (character === ']' || character === '}') depth = Math.max(0, depth - 1)
  }
  const dashes = /^ *(?:- *){2,}/gm
  for (const [line] of text.matchAll(dashes)) max = Math.max(max, line.split('-').length)
  for (const [indent] of text.matchAll(/^ +/gm)) max = Math.max(max, indent.length / 16)
  return max
}

/** Finds the position of a path in the file, or of its nearest parent; of an unknown name, the position of the name. */
function findOffset(document: Document, path: Path): number | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const last = path[length - 1]
    const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true)
    const pair = (
      parent as
        | { readonly items?: readonly { readonly key?: { readonly value?: unknown; readonly range?: readonly number[] } }[] }
        | undefined
    )?.items?.find(({ key }) => typeof last === 'string' && String(key?.value) === last)
    const offset = pair?.key?.range?.[0] ?? (document.getIn(path.slice(0, length), true) as Node | undefined)?.range?.[0]
    if (offset !== undefined) return offset
  }
  return undefined
}
