import type { Source } from './api-model.ts'

/** Error in the specification that a generator cannot accept. The CLI adds the line of `source`. */
export class SpecError extends Error {
  readonly source: Source

  constructor(source: Source, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SpecError'
    this.source = source
  }
}
