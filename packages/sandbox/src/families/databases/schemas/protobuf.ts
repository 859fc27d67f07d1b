/** Protocol Buffers: messages and enums are read, everything else is passed over; compared by what the bytes of a field can be read as. */
export interface ProtoField {
  readonly name: string
  readonly number: number
  readonly type: string
  readonly isRequired: boolean
}

/** Full name of each message → its fields; enums have none. */
export interface ProtoFile {
  readonly messages: ReadonlyMap<string, readonly ProtoField[]>
  readonly enums: ReadonlySet<string>
}

const token = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|\s+|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[A-Za-z_.][\w.]*|-?\d[\w.]*|[{}[\]()<>=;,:-])|(.)/gy

const deepest = 32

/** @throws Error that says what is wrong */
export function readProtobuf(text: string): ProtoFile {
  return new Reader(text).readFile()
}

class Reader {
  readonly #tokens: readonly string[]
  #at = 0
  readonly #messages = new Map<string, readonly ProtoField[]>()
  readonly #enums = new Set<string>()

  constructor(text: string) {
    const tokens: string[] = []
    for (const [, found, stray] of text.matchAll(new RegExp(token))) {
      if (stray !== undefined) throw new Error(`"${stray}" has no meaning here`)
      if (found !== undefined) tokens.push(found)
    }
    this.#tokens = tokens
  }

  readFile(): ProtoFile {
    while (this.#next !== undefined) {
      const next = this.#take()
      if (next === 'message') this.#readMessage('')
      else if (next === 'enum') this.#readEnum('')
      else if (['syntax', 'edition', 'package', 'import', 'option', 'service', 'extend'].includes(next)) this.#skip()
      else if (next !== ';') throw new Error(`"${next}" cannot begin a definition`)
    }
    if (this.#messages.size + this.#enums.size === 0) throw new Error('there is no message and no enum')
    return { messages: this.#messages, enums: this.#enums }
  }

  get #next(): string | undefined {
    return this.#tokens[this.#at]
  }

  #take(wanted?: string): string {
    const next = this.#next
    if (next === undefined) throw new Error(`the text ends where ${wanted === undefined ? 'more' : `"${wanted}"`} is expected`)
    if (wanted !== undefined && next !== wanted) throw new Error(`"${wanted}" is expected and not "${next}"`)
    this.#at += 1
    return next
  }

  /** To the end of a statement, with the blocks inside it. */
  #skip(): void {
    let depth = 0
    do {
      const next = this.#take()
      if (next === '{') depth += 1
      else if (next === '}') depth -= 1
      if (depth === 0 && (next === ';' || next === '}')) return
    } while (depth >= 0)
    throw new Error('there is a "}" too many')
  }

  #readName(): string {
    const name = this.#take()
    if (!/^[A-Za-z_]\w*$/.test(name)) throw new Error(`"${name}" is not a name`)
    return name
  }

  #readTypeName(): string {
    const name = this.#take()
    if (!/^\.?[A-Za-z_][\w.]*$/.test(name)) throw new Error(`"${name}" is not a type`)
    return name
  }

  #readType(): string {
    const type = this.#readTypeName()
    if (type !== 'map') return type
    this.#take('<')
    const key = this.#readTypeName()
    this.#take(',')
    const value = this.#readTypeName()
    this.#take('>')
    return `map<${key},${value}>`
  }

  #readField(): ProtoField {
    const label = ['optional', 'required', 'repeated'].includes(this.#next ?? '') ? this.#take() : undefined
    const type = this.#readType()
    const name = this.#readName()
    this.#take('=')
    const number = Number(this.#take())
    if (!Number.isInteger(number) || number < 1 || number > 536_870_911) throw new Error(`the field ${name} has no proper number`)
    this.#skip()
    return { name, number, type, isRequired: label === 'required' }
  }

  #readEnum(outer: string): void {
    this.#enums.add(outer + this.#readName())
    this.#skip()
  }

  #readMessage(outer: string): void {
    const name = outer + this.#readName()
    if (name.split('.').length > deepest) throw new Error(`messages are nested more than ${deepest} levels deep`)
    if (this.#messages.has(name)) throw new Error(`${name} is defined twice`)
    const fields: ProtoField[] = []
    this.#messages.set(name, fields)
    const numbers = new Set<number>()
    const names = new Set<string>()
    const add = () => {
      const made = this.#readField()
      if (numbers.has(made.number)) throw new Error(`${name} has two fields of the number ${made.number}`)
      if (names.has(made.name)) throw new Error(`${name} has two fields ${made.name}`)
      numbers.add(made.number)
      names.add(made.name)
      fields.push(made)
    }
    this.#take('{')
    while (this.#next !== '}') {
      const next = this.#next ?? this.#take()
      if (['message', 'enum', 'oneof'].includes(next)) this.#take()
      if (next === 'message') this.#readMessage(`${name}.`)
      else if (next === 'enum') this.#readEnum(`${name}.`)
      else if (next === 'oneof') this.#readOneOf(add)
      else if (['option', 'reserved', 'extensions', 'extend', ';'].includes(next)) this.#skip()
      else add()
    }
    this.#take('}')
  }

  #readOneOf(add: () => void): void {
    this.#readName()
    this.#take('{')
    while (this.#next !== '}') {
      if (this.#next === 'option' || this.#next === ';') this.#skip()
      else add()
    }
    this.#take('}')
  }
}

/** Types of one group are written in the same way. */
const groups = [
  ['int32', 'uint32', 'int64', 'uint64', 'bool', 'enum'],
  ['sint32', 'sint64'],
  ['fixed32', 'sfixed32'],
  ['fixed64', 'sfixed64'],
  ['string', 'bytes'],
]

/** Why a program with `reader` cannot read what was written with `writer`; undefined when it can. */
export function whyProtobufCannotRead(reader: ProtoFile, writer: ProtoFile): string | undefined {
  for (const [message, written] of writer.messages) {
    const fields = reader.messages.get(message)
    if (!fields) return `the message ${message} is not in both`
    const sources = new Map(written.map((each) => [each.number, each]))
    for (const field of fields) {
      const source = sources.get(field.number)
      if (!source && field.isRequired) return `the field ${message}.${field.name} is required in only one of them`
      if (source && wayOf(field.type, message, reader) !== wayOf(source.type, message, writer))
        return `the field ${field.number} of ${message} is ${field.type} in the one and ${source.type} in the other`
    }
  }
  return undefined
}

function wayOf(type: string, message: string, { enums }: ProtoFile): string {
  const bare = type.replace(/^\./, '')
  const known = enums.has(bare) || enums.has(`${message}.${bare}`) ? 'enum' : bare
  return groups.find((group) => group.includes(known))?.[0] ?? bare.split('.').at(-1) ?? bare
}
