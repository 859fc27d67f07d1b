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
  const tokens: string[] = []
  for (const [, found, stray] of text.matchAll(new RegExp(token))) {
    if (stray !== undefined) throw new Error(`"${stray}" has no meaning here`)
    if (found !== undefined) tokens.push(found)
  }
  const messages = new Map<string, readonly ProtoField[]>()
  const enums = new Set<string>()
  let at = 0

  const take = (wanted?: string): string => {
    const next = tokens[at]
    if (next === undefined) throw new Error(`the text ends where ${wanted === undefined ? 'more' : `"${wanted}"`} is expected`)
    if (wanted !== undefined && next !== wanted) throw new Error(`"${wanted}" is expected and not "${next}"`)
    at += 1
    return next
  }
  const identifier = () => {
    const name = take()
    if (!/^[A-Za-z_]\w*$/.test(name)) throw new Error(`"${name}" is not a name`)
    return name
  }
  /** To the end of a statement, with the blocks inside it. */
  const skip = () => {
    let depth = 0
    do {
      const next = take()
      if (next === '{') depth += 1
      else if (next === '}') depth -= 1
      if (depth === 0 && (next === ';' || next === '}')) return
    } while (depth >= 0)
    throw new Error('there is a "}" too many')
  }
  const typeName = () => {
    const name = take()
    if (!/^\.?[A-Za-z_][\w.]*$/.test(name)) throw new Error(`"${name}" is not a type`)
    return name
  }

  const field = (): ProtoField => {
    const label = ['optional', 'required', 'repeated'].includes(tokens[at] ?? '') ? take() : undefined
    let type = typeName()
    if (type === 'map') {
      take('<')
      const key = typeName()
      take(',')
      type = `map<${key},${typeName()}>`
      take('>')
    }
    const name = identifier()
    take('=')
    const number = Number(take())
    if (!Number.isInteger(number) || number < 1 || number > 536_870_911) throw new Error(`the field ${name} has no proper number`)
    skip()
    return { name, number, type, isRequired: label === 'required' }
  }

  const message = (outer: string) => {
    const name = outer + identifier()
    if (name.split('.').length > deepest) throw new Error(`messages are nested more than ${deepest} levels deep`)
    const fields: ProtoField[] = []
    if (messages.has(name)) throw new Error(`${name} is defined twice`)
    messages.set(name, fields)
    const numbers = new Set<number>()
    const names = new Set<string>()
    const add = (made: ProtoField) => {
      if (numbers.has(made.number)) throw new Error(`${name} has two fields of the number ${made.number}`)
      if (names.has(made.name)) throw new Error(`${name} has two fields ${made.name}`)
      numbers.add(made.number)
      names.add(made.name)
      fields.push(made)
    }
    take('{')
    while (tokens[at] !== '}') {
      const next = tokens[at] ?? take()
      if (next === 'message') {
        take()
        message(`${name}.`)
      } else if (next === 'enum') {
        take()
        enums.add(`${name}.${identifier()}`)
        skip()
      } else if (next === 'oneof') {
        take()
        identifier()
        take('{')
        while (tokens[at] !== '}') {
          if (tokens[at] === 'option' || tokens[at] === ';') skip()
          else add(field())
        }
        take('}')
      } else if (['option', 'reserved', 'extensions', 'extend', ';'].includes(next)) skip()
      else add(field())
    }
    take('}')
  }

  while (at < tokens.length) {
    const next = take()
    if (next === 'message') message('')
    else if (next === 'enum') {
      enums.add(identifier())
      skip()
    } else if (['syntax', 'edition', 'package', 'import', 'option', 'service', 'extend'].includes(next)) skip()
    else if (next !== ';') throw new Error(`"${next}" cannot begin a definition`)
  }
  if (messages.size + enums.size === 0) throw new Error('there is no message and no enum')
  return { messages, enums }
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
