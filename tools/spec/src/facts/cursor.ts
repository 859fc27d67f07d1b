/** Goes through a text from left to right. */
export class Cursor {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  get atEnd(): boolean {
    return this.#at >= this.#text.length
  }

  /** Goes past what a sticky pattern finds here and returns it; undefined, and no step, when it finds nothing. */
  skip(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0]
    this.#at += found?.length ?? 0
    return found
  }

  expect(pattern: RegExp, what: string): string {
    return this.skip(pattern) ?? this.fail(what)
  }

  fail(expected: string): never {
    const near = this.#text.slice(this.#at, this.#at + 40).replaceAll('\n', ' ')
    throw new Error(`Expected ${expected} but found "${near}".`)
  }
}
