/** Resolves the references of a document with Redocly. */
import {
  isJson,
  isObject,
  isRef,
  type MediaType,
  type Operation,
  type Parameter,
  type PathItem,
  type Ref,
  type Response,
  type Schema,
} from './openapi.ts'
import type { Context, Location } from './redocly.ts'

/** A node and its location. */
export interface Located<Node> {
  readonly node: Node
  readonly location: Location
}

/** Returns `node` or the target of its reference, or undefined if the reference cannot be resolved. */
export function follow<Node>(context: Context, node: Node | Ref, at: Location): Located<Node> | undefined {
  if (!isRef(node)) return { node: node as Node, location: at }
  const { node: found, location } = context.resolve(node, at.source.absoluteRef)
  // Redocly's own `struct` rule checks the kind of the target.
  return location && isObject(found) ? { node: found as Node, location } : undefined
}

/** Lists all parameters of the visited operation, path parameters first. */
export function parametersOf(context: Context, operation: Operation): (Located<Parameter> & { readonly raw: Parameter | Ref })[] {
  const path = context.parent as PathItem
  return [...(path.parameters ?? []), ...(operation.parameters ?? [])].flatMap((raw) => {
    const found = follow<Parameter>(context, raw, context.location)
    return found ? [{ ...found, raw }] : []
  })
}

export interface Body extends Located<Schema | undefined> {
  readonly status: string
  readonly mediaType: string
  readonly media: MediaType
}

/** Lists the JSON bodies of the successful replies. `location` is that of the media type. */
export function successBodies(context: Context, operation: Operation): Body[] {
  return Object.entries(operation.responses ?? {}).flatMap(([status, raw]) => {
    if (!status.startsWith('2')) return []
    const response = follow<Response>(context, raw, context.location.child(['responses', status]))
    if (!response) return []
    return Object.entries(response.node.content ?? {}).flatMap(([mediaType, media]) =>
      isJson(mediaType)
        ? [{ status, mediaType, media, node: media.schema, location: response.location.child(['content', mediaType]) }]
        : [],
    )
  })
}
