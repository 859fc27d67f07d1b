/** Makes a source tell which of its functions ran, to know which tests can notice a change in them. */
import { isFunction } from './find-mutants.ts'
import { walkSource, type SourceNode } from './walk-source.ts'

/** `file:start` of a function, -1 for what runs when the module is loaded. */
export const markOf = (file: string, start: number) => `${file}:${start}`

export function markFunctions(file: string, source: string): string {
  const inserts: { readonly at: number; readonly text: string }[] = []
  const reach = (start: number) => `(globalThis.__reached ??= new Set()).add(${JSON.stringify(markOf(file, start))})`
  walkSource(file, source, (node) => {
    if (!isFunction(node)) return
    const body = node['body'] as SourceNode | null
    if (!body) return
    if (body.type === 'BlockStatement') inserts.push({ at: body.start + 1, text: `${reach(node.start)};` })
    else inserts.push({ at: body.start, text: `(${reach(node.start)},` }, { at: body.end, text: ')' })
  })
  // From the end, so that what is before keeps its place; of two at one place the inner one is put first.
  const placed = inserts.toSorted((a, b) => b.at - a.at)
  const marked = placed.reduce((text, { at, text: insert }) => text.slice(0, at) + insert + text.slice(at), source)
  return `${marked}\n;${reach(-1)}\n`
}
