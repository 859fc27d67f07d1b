/** Error of a world and the path of its part: `['droplets', 0, 'size']`. */
export type Path = readonly (string | number)[]

export class WorldError extends Error {
  override readonly name = 'WorldError'
  readonly path: Path
  /** Message without the path. */
  readonly reason: string

  constructor(path: Path, reason: string, options?: ErrorOptions) {
    super(path.length === 0 ? reason : `${formatPath(path)}: ${reason}`, options)
    this.path = path
    this.reason = reason
  }
}

/** `droplets[0].size`. */
export function formatPath(path: Path): string {
  return path.map((step, n) => (typeof step === 'number' ? `[${step}]` : n === 0 ? step : `.${step}`)).join('')
}

/** Returns the only error, or one error with the messages of all. */
export function mergeErrors(errors: readonly WorldError[]): WorldError {
  const [first] = errors
  return first && errors.length === 1 ? first : new WorldErrors(errors)
}

/** Several errors of a world. */
export class WorldErrors extends WorldError {
  readonly errors: readonly WorldError[]

  constructor(errors: readonly WorldError[]) {
    super([], formatErrors(errors))
    this.errors = errors
  }
}

const maxShown = 20

/** Messages of the first errors, one in each line. */
export function formatErrors(errors: readonly Error[]): string {
  const lines = errors.slice(0, maxShown).map(({ message }) => message)
  const left = errors.length - lines.length
  return [...lines, ...(left > 0 ? [`and ${left} more`] : [])].join('\n')
}

/** Results of `work` for each item. @throws WorldError, or WorldErrors when it fails for several items */
export function mapAll<Item, Result>(items: readonly Item[], work: (item: Item) => Result): Result[] {
  const errors: WorldError[] = []
  const results = items.flatMap((item) => {
    try {
      return [work(item)]
    } catch (error) {
      if (!(error instanceof WorldError)) throw error
      errors.push(error)
      return []
    }
  })
  if (errors.length > 0) throw mergeErrors(errors)
  return results
}
