/** Error of a world and the path of its part: `['droplets', 0, 'size']`. */
export type Path = readonly (string | number)[]

export class WorldError extends Error {
  override readonly name = 'WorldError'
  readonly path: Path
  /** Message without the path. */
  readonly sentence: string

  constructor(path: Path, sentence: string, options?: ErrorOptions) {
    super(path.length === 0 ? sentence : `${formatPath(path)}: ${sentence}`, options)
    this.path = path
    this.sentence = sentence
  }
}

/** `droplets[0].size`. */
export function formatPath(path: Path): string {
  return path.map((step, n) => (typeof step === 'number' ? `[${step}]` : n === 0 ? step : `.${step}`)).join('')
}
