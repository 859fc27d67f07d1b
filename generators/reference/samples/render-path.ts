/** Renders a sample for the path API of the client, which is openapi-fetch. */
import { getFacts } from '../../kit/get-facts.ts'
import type { Family, Operation } from '../../model/api-model.ts'
import { findRawType, type SampleRequest } from './find-request.ts'
import { hasResult } from './has-result.ts'
import { printCall } from './print-value.ts'
import { describeEnvironment } from './render-client.ts'

/** Returns undefined for bodies and replies other than JSON, which need further options of openapi-fetch. */
export function renderPathSample(
  family: Family,
  operation: Operation,
  { body, ...params }: SampleRequest,
  token: string,
): string | undefined {
  const types = operation.replies
    .filter(({ status }) => /^[23]/.test(status))
    .flatMap(({ content }) => content.map(({ mediaType }) => mediaType))
  if (getFacts(operation).form || findRawType(operation) || types.some((type) => !/\bjson$/.test(type))) return undefined
  const init = { ...(Object.keys(params).length > 0 && { params }), ...(body !== undefined && { body }) }
  const args = [operation.path, ...(Object.keys(init).length > 0 ? [init] : [])]
  return [
    `import { createPathClient } from '@spindrift/client/paths'\n`,
    `import type { paths } from '@spindrift/types/${family.name}/paths'\n\n`,
    describeEnvironment(operation, token),
    `const api = createPathClient<paths>()\n`,
    `${printCall(`const { ${hasResult(operation) ? 'data, ' : ''}error } = await api.${operation.method.toUpperCase()}`, args)}\n`,
  ].join('')
}
