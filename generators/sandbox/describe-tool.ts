/** One tool as the row that the sandbox reads; undefined for an operation that is no tool. */
import type { Operation } from '../model/api-model.ts'

export function describeTool({ tool }: Operation): object | undefined {
  if (!tool) return undefined
  return {
    name: tool.name,
    kind: tool.kind,
    calls: tool.calls,
    arguments: Object.fromEntries(
      Object.entries(tool.arguments).map(([name, target]) => [name, typeof target === 'string' ? { to: target } : target]),
    ),
    oneOf: tool['require-one-of'],
  }
}
