/** Emits the lifecycles of resources in a separate module, which a program loads when it waits for the first time. */
import { banner } from '../kit/banner.ts'
import { compareText } from '../kit/generated-file.ts'
import { emitLiteral, emitString } from '../kit/emit-literal.ts'
import type { FeaturesOf } from './emit-method.ts'
import type { ApiFamily } from './family-names.ts'

export function emitLifecycles(families: readonly ApiFamily[], featuresOf: FeaturesOf): string {
  const rows = families
    .flatMap(({ family }) => family.operations)
    .map((operation) => ({ line: `${operation.method.toUpperCase()} ${operation.path}`, states: featuresOf(operation).lifecycle }))
    .toSorted((a, b) => compareText(a.line, b.line))
    .flatMap(({ line, states }) => (states ? `  ${emitString(line)}: ${emitLiteral(states)},\n` : []))
  return [
    banner('client'),
    `/** States of the resource that a wait polls, each with the states that can follow it, by the operation. */\n`,
    `export const lifecycles: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {\n${rows.join('')}}\n`,
  ].join('')
}
