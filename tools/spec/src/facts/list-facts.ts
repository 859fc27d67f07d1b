/** Everything that the facts say an operation has, one by one: parameters, success statuses and the properties of its bodies. */
import type { FactFamily, FactOperation } from './read-facts.ts'
import { type Direction, type Shape, type Steps, writeSteps } from './shape.ts'

export type Fact =
  | { readonly kind: 'parameter'; readonly in: 'query' | 'header'; readonly name: string }
  | { readonly kind: 'status'; readonly status: string }
  | { readonly kind: 'property'; readonly of: Place; readonly steps: Steps }

/** The request body, or a reply of one status and media type. */
export type Place = 'body' | { readonly status: string; readonly mediaType: string }

export function listFacts({ parameters, body, replies }: FactOperation, schemas: FactFamily['schemas']): Fact[] {
  const statuses = new Set(replies.map(({ status }) => status))
  return [
    ...parameters.map((parameter) => ({ kind: 'parameter', ...parameter }) as const),
    ...(body ? listProperties(body, schemas, 'request').map((steps) => ({ kind: 'property', of: 'body', steps }) as const) : []),
    ...[...statuses].map((status) => ({ kind: 'status', status }) as const),
    ...replies.flatMap(({ shape, ...of }) =>
      shape ? listProperties(shape, schemas, 'reply').map((steps) => ({ kind: 'property', of, steps }) as const) : [],
    ),
  ]
}

/** The way to every property of a shape, once each. A schema inside itself is not entered again. */
export function listProperties(shape: Shape, schemas: FactFamily['schemas'], direction: Direction): Steps[] {
  const found = new Map<string, Steps>()
  const walk = (at: Shape, steps: Steps, entered: readonly string[]): void => {
    switch (at.kind) {
      case 'plain':
        return
      case 'list':
        return walk(at.of, [...steps, '[]'], entered)
      case 'map':
        return walk(at.of, [...steps, '{}'], entered)
      case 'mix':
        return at.parts.forEach((part) => walk(part, steps, entered))
      case 'object':
        for (const { name, shape: inner } of at.properties) {
          const onlyIn = inner.onlyIn ?? (inner.kind === 'name' ? schemas.get(inner.name)?.onlyIn : undefined)
          if (onlyIn && onlyIn !== direction) continue
          const here = [...steps, name]
          found.set(here.join('\n'), here)
          walk(inner, here, entered)
        }
        return
      case 'name': {
        if (entered.includes(at.name)) return
        const schema = schemas.get(at.name)
        if (!schema) throw new Error(`The facts refer to ${at.name}, which is neither a schema of the family nor of _shared.txt.`)
        return walk(schema, steps, [...entered, at.name])
      }
    }
  }
  walk(shape, [], [])
  return [...found.values()]
}

/** As `--missing` prints it and the table of what is left out names it: `query page`, `200 droplet.networks.v4[].type`. */
export function writeFact(fact: Fact): string {
  switch (fact.kind) {
    case 'parameter':
      return `${fact.in} ${fact.name}`
    case 'status':
      return `status ${fact.status}`
    case 'property':
      return `${writePlace(fact.of)} ${writeSteps(fact.steps)}`
  }
}

function writePlace(place: Place): string {
  if (place === 'body') return 'body'
  return place.mediaType === 'application/json' ? place.status : `${place.status} ${place.mediaType}`
}
