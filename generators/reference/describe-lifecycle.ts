/** Says in Markdown which states an object goes through, for the property that holds the state. */
import type { Lifecycle } from '../model/json-schema.ts'
import { writeDuration } from './write-duration.ts'
import { writeCode, writeOr } from './write-markdown.ts'

export function describeLifecycle({ initial, transitions = [] }: Lifecycle): string {
  const lines = transitions.map(({ from, to, on, after }) => {
    const when = after ? `${writeDuration(after)} after` : 'with'
    return `- ${writeOr([from].flat())} → ${writeCode(to)} ${when} ${writeOr([on].flat())}\n`
  })
  return `Begins as ${writeCode(initial)}.${lines.length > 0 ? `\n\n${lines.join('')}` : ''}`
}
