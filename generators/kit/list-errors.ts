/** Lists the error ids of a response, from the field that each API uses. */
import type { Reply } from '../model/api-model.ts'

export interface ErrorInfo {
  readonly id: string
  readonly message?: string
}

/** Lists the error of each example: `id` in the control API, `error` in OAuth, `error.type` in the inference APIs. */
export function listErrors({ content }: Reply): ErrorInfo[] {
  return content.flatMap(({ examples }) =>
    examples.flatMap(({ value }) => {
      const { id, error, message, error_description: errorDescription } = Object(value) as Readonly<Record<string, unknown>>
      const inner = Object(error) as Readonly<Record<string, unknown>>
      const errorId = [id, inner['type'], error].find(isText)
      const text = [message, errorDescription, inner['message']].find(isText)
      return errorId === undefined ? [] : [{ id: errorId, ...(text !== undefined && { message: text }) }]
    }),
  )
}

/** Lists the distinct error ids. */
export function listErrorIds(reply: Reply): string[] {
  return [...new Set(listErrors(reply).map(({ id }) => id))]
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
