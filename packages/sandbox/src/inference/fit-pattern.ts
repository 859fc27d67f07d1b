/**
 * Generates text that matches a regular expression, for patterns in schemas: literals, classes, groups, alternatives and quantifiers.
 * Lookarounds and backreferences are not supported. The expression is never executed, so a costly one cannot block the sandbox.
 */
const maxPatternLength = 256
const maxGroupDepth = 64

class UnsupportedPattern extends Error {}

export function fitPattern(pattern: string): string | undefined {
  try {
    const parser = new PatternParser(pattern)
    const text = parser.parseAlternatives()
    return parser.isAtEnd() ? text : undefined
  } catch (error) {
    if (error instanceof UnsupportedPattern) return undefined
    throw error
  }
}

const classes: Readonly<Record<string, string>> = { d: '7', w: 'a', s: ' ', D: 'a', W: '-', S: 'a', n: '\n', t: '\t', r: '\r' }

class PatternParser {
  readonly #characters: readonly string[]
  #at = 0
  #depth = 0

  constructor(pattern: string) {
    this.#characters = [...pattern]
  }

  isAtEnd(): boolean {
    return this.#at >= this.#characters.length
  }

  /** Parses all alternatives and returns text for the first. */
  parseAlternatives(): string {
    const first = this.#parseSequence()
    while (this.#peek() === '|') {
      this.#at += 1
      this.#parseSequence()
    }
    return first
  }

  #peek(): string | undefined {
    return this.#characters[this.#at]
  }

  #next(): string {
    const character = this.#characters[this.#at]
    if (character === undefined) throw new UnsupportedPattern()
    this.#at += 1
    return character
  }

  #parseSequence(): string {
    let text = ''
    for (let next = this.#peek(); next !== undefined && next !== '|' && next !== ')'; next = this.#peek()) {
      const unit = this.#parseUnit()
      text += unit.repeat(this.#parseQuantifier())
      if (text.length > maxPatternLength) throw new UnsupportedPattern()
    }
    return text
  }

  #parseUnit(): string {
    const character = this.#next()
    switch (character) {
      case '^':
      case '$':
        return ''
      case '.':
        return 'a'
      case '(':
        return this.#parseGroup()
      case '[':
        return this.#parseClass()
      case '\\':
        return this.#parseEscape()
      default:
        return character
    }
  }

  #parseGroup(): string {
    if (this.#peek() === '?') {
      this.#at += 1
      const kind = this.#next()
      if (kind === '<' && this.#peek() !== '=' && this.#peek() !== '!') while (this.#next() !== '>');
      else if (kind !== ':') throw new UnsupportedPattern()
    }
    this.#depth += 1
    if (this.#depth > maxGroupDepth) throw new UnsupportedPattern()
    const text = this.parseAlternatives()
    if (this.#next() !== ')') throw new UnsupportedPattern()
    this.#depth -= 1
    return text
  }

  #parseClass(): string {
    const isNegated = this.#peek() === '^'
    if (isNegated) this.#at += 1
    const members: string[] = []
    while (this.#peek() !== ']') {
      const first = this.#next()
      members.push(first === '\\' ? this.#parseEscape() : first)
      if (this.#peek() === '-' && this.#characters[this.#at + 1] !== ']') {
        this.#at += 1
        const last = this.#next()
        members.push(...expandRange(members.at(-1) ?? '', last === '\\' ? this.#parseEscape() : last))
      }
    }
    this.#at += 1
    const excluded = new Set(members)
    const found = isNegated
      ? [...'aA0-_ .'].find((candidate) => !excluded.has(candidate))
      : (members.find((each) => /[a-z]/.test(each)) ?? members[0])
    if (found === undefined) throw new UnsupportedPattern()
    return found
  }

  #parseEscape(): string {
    const character = this.#next()
    if (character === 'b' || character === 'B' || character === 'k' || character === 'p' || character === 'P' || /[1-9ux]/.test(character))
      throw new UnsupportedPattern()
    return classes[character] ?? character
  }

  #parseQuantifier(): number {
    const character = this.#peek()
    if (character === '*' || character === '?' || character === '+') {
      this.#at += 1
      this.#skipLazy()
      return 1
    }
    if (character !== '{') return 1
    let text = ''
    for (this.#at += 1; this.#peek() !== '}';) text += this.#next()
    this.#at += 1
    this.#skipLazy()
    const count = Number(text.split(',', 1)[0])
    if (!Number.isInteger(count) || count > maxPatternLength) throw new UnsupportedPattern()
    // One repetition where zero are allowed, because empty text is not useful.
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
