/** One tool as the row that the sandbox reads; undefined for an operation that is no tool. */
import { describeArguments, findCalled } from '../kit/describe-arguments.ts'
import type { Api, Operation } from '../model/api-model.ts'

export function describeTool(operation: Operation, apis: readonly Api[]): object | undefined {
  const { tool } = operation
  if (!tool) return undefined
  return {
    name: tool.name,
    kind: tool.kind,
    calls: tool.calls,
    arguments: describeArguments(tool, findCalled(apis, tool, operation)),
    oneOf: tool['require-one-of'],
  }
}
