/** Describes a tool as a row of the sandbox's tool table; undefined for an operation that is not a tool. */
import { describeArguments, findCalledOperation } from '../kit/describe-arguments.ts'
import type { Api, Operation } from '../model/api-model.ts'

export function describeTool(operation: Operation, apis: readonly Api[]): object | undefined {
  const { tool } = operation
  if (!tool) return undefined
  return {
    name: tool.name,
    kind: tool.kind,
    calls: tool.calls,
    arguments: describeArguments(tool, findCalledOperation(apis, tool, operation)),
    oneOf: tool['require-one-of'],
  }
}
