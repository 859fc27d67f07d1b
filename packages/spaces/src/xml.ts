/** XML of requests and replies. */
import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser'
import { S3Error } from './errors.ts'

const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/'
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

const parser = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  // The Go SDK sends a quotation mark as `&#34;`.
  htmlEntities: true,
  trimValues: false,
})
const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', suppressEmptyNode: true })

export type XmlNode = { readonly [name: string]: XmlValue }
export type XmlValue = string | number | boolean | undefined | XmlNode | readonly XmlValue[]

/** Renders a reply. */
export function renderXml(root: string, content: XmlNode | string): string {
  const node = typeof content === 'string' ? { '#text': content } : content
  return declaration + builder.build({ [root]: { '@xmlns': namespace, ...node } })
}

/** Renders an error, which has no namespace. */
export function renderErrorXml(content: XmlNode): string {
  return declaration + builder.build({ Error: content })
}

/** Parses the body of a request. @returns the root element @throws S3Error MalformedXML */
export function parseXml(body: Uint8Array, root: string): Parsed {
  const text = new TextDecoder().decode(body)
  // A document type could define entities.
  if (text.includes('<!DOCTYPE') || XMLValidator.validate(text) !== true) throw new S3Error('MalformedXML')
  let parsed: Parsed
  try {
    parsed = new Parsed(parser.parse(text)).child(root)
  } catch {
    throw new S3Error('MalformedXML')
  }
  if (!parsed.exists) throw new S3Error('MalformedXML')
  return parsed
}

/** Element of a parsed document. Every access returns a value: an absent element has no text and no children. */
export class Parsed {
  readonly #value: unknown

  constructor(value: unknown) {
    this.#value = value
  }

  /** The element as `renderXml` takes it. */
  get node(): XmlNode {
    return typeof this.#value === 'object' ? (this.#value as XmlNode) : {}
  }

  get exists(): boolean {
    return this.#value !== undefined
  }

  child(name: string): Parsed {
    return this.all(name)[0] ?? new Parsed(undefined)
  }

  /** Lists the elements of a name. */
  all(name: string): readonly Parsed[] {
    if (typeof this.#value !== 'object' || this.#value === null) return []
    const found = Object.hasOwn(this.#value, name) ? (this.#value as Record<string, unknown>)[name] : undefined
    if (found === undefined) return []
    return (Array.isArray(found) ? found : [found]).map((each) => new Parsed(each))
  }

  /** Text of the element; undefined without the element. */
  get text(): string | undefined {
    if (typeof this.#value === 'string') return this.#value
    if (typeof this.#value !== 'object' || this.#value === null) return undefined
    const text = (this.#value as Record<string, unknown>)['#text']
    return typeof text === 'string' ? text : ''
  }

  /** Text of a child element. */
  textOf(name: string): string | undefined {
    return this.child(name).text?.trim()
  }

  /** @throws S3Error MalformedXML without the element */
  requireText(name: string): string {
    const text = this.textOf(name)
    if (text === undefined || text === '') throw new S3Error('MalformedXML')
    return text
  }
}
