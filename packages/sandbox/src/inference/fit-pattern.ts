/**
 * A text that matches a regular expression, for the patterns one meets in schemas: literals, classes, groups, alternatives and counts. What looks around, or refers back, is left out on purpose: then there is no
 * text. The expression is never run, so a costly one cannot hold up the sandbox.
 */
const maxPatternLength = 256
const maxGroupDepth = 64

class Unfit extends Error {}

export function fitPattern(pattern: string): string | undefined {
  try {
    const reader = new Reader(pattern)
    const text = reader.parseAlternatives()
    return reader.isAtEnd() ? text : undefined
  } catch (error) {
    if (error instanceof Unfit) return undefined
    throw error
  }
}

const classes: Readonly<Record<string, string>> = { d: '7', w: 'a', s: ' ', D: 'a', W: '-', S: 'a', n: '\n', t: '\t', r: '\r' }

class Reader {
  readonly #characters: readonly string[]
  #at = 0
  #depth = 0

  constructor(pattern: string) {
    this.#characters = [...pattern]
  }

  isAtEnd(): boolean {
    return this.#at >= this.#characters.length
  }

  /** Reads all of them; the first is as good as any. */
  parseAlternatives(): string {
    const first = this.#readSequence()
    while (this.#peek() === '|') {
      this.#at += 1
      this.#readSequence()
    }
    return first
  }

  #peek(): string | undefined {
    return this.#characters[this.#at]
  }

  #take(): string {
    const character = this.#characters[this.#at]
    if (character === undefined) throw new Unfit()
    this.#at += 1
    return character
  }

  #readSequence(): string {
    let text = ''
    for (let next = this.#peek(); next !== undefined && next !== '|' && next !== ')'; next = this.#peek()) {
      const unit = this.#readUnit()
      text += unit.repeat(this.#readCount())
      if (text.length > maxPatternLength) throw new Unfit()
    }
    return text
  }

  #readUnit(): string {
    const character = this.#take()
    switch (character) {
      case '^':
      case '$':
        return ''
      case '.':
        return 'a'
      case '(':
        return this.#readGroup()
      case '[':
        return this.#readClass()
      case '\\':
        return this.#readEscape()
      default:
        return character
    }
  }

  #readGroup(): string {
    if (this.#peek() === '?') {
      this.#at += 1
      const kind = this.#take()
      if (kind === '<' && this.#peek() !== '=' && this.#peek() !== '!') while (this.#take() !== '>');
      else if (kind !== ':') throw new Unfit()
    }
    this.#depth += 1
    if (this.#depth > maxGroupDepth) throw new Unfit()
    const text = this.parseAlternatives()
    if (this.#take() !== ')') throw new Unfit()
    this.#depth -= 1
    return text
  }

  #readClass(): string {
    const isNegated = this.#peek() === '^'
    if (isNegated) this.#at += 1
    const members: string[] = []
    while (this.#peek() !== ']') {
      const first = this.#take()
      members.push(first === '\\' ? this.#readEscape() : first)
      if (this.#peek() === '-' && this.#characters[this.#at + 1] !== ']') {
        this.#at += 1
        const last = this.#take()
        members.push(...expandRange(members.at(-1) ?? '', last === '\\' ? this.#readEscape() : last))
      }
    }
    this.#at += 1
    const excluded = new Set(members)
    const found = isNegated
      ? [...'aA0-_ .'].find((candidate) => !excluded.has(candidate))
      : (members.find((each) => /[a-z]/.test(each)) ?? members[0])
    if (found === undefined) throw new Unfit()
    return found
  }

  #readEscape(): string {
    const character = this.#take()
    if (character === 'b' || character === 'B' || character === 'k' || character === 'p' || character === 'P' || /[1-9ux]/.test(character))
      throw new Unfit()
    return classes[character] ?? character
  }

  #readCount(): number {
    const character = this.#peek()
    if (character === '*' || character === '?' || character === '+') {
      this.#at += 1
      this.#skipLazy()
      return 1
    }
    if (character !== '{') return 1
    let text = ''
    for (this.#at += 1; this.#peek() !== '}';) text += this.#take()
    this.#at += 1
    this.#skipLazy()
    const count = Number(text.split(',', 1)[0])
    if (!Number.isInteger(count) || count > maxPatternLength) throw new Unfit()
    // Once where none at all would do: an empty text tells nobody anything.
    return count === 0 && text !== '0' && text !== '0,0' ? 1 : count
  }

  #skipLazy(): void {
    if (this.#peek() === '?') this.#at += 1
  }
}

function expandRange(first: string, last: string): string[] {
  const from = first.codePointAt(0) ?? 0
  const to = last.codePointAt(0) ?? 0
  return Array.from({ length: Math.max(0, Math.min(to - from, 127)) }, (_, n) => String.fromCodePoint(from + n + 1))
}
