/** Says whether a bundle declares a fact. Nothing is expanded beforehand: the fact leads the way, so recursion needs no cut here. */
import type { Fact, Place } from './list-facts.ts'

/** The part of a bundled OpenAPI document that is looked at here. */
export interface Bundle {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

interface Schema {
  readonly $ref?: string
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly contentSchema?: Schema
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}

interface Operation {
  readonly parameters?: readonly unknown[]
  readonly requestBody?: unknown
  readonly responses?: Readonly<Record<string, unknown>>
}

export interface DeclaredOperation {
  declares(fact: Fact): boolean
  /** What a reply of success has at its top, whatever its status. */
  roots(): string[]
}

/** Parameters' names are no part of an operation's identity: `/v2/volumes/{id}` is `/v2/volumes/{volume_id}`. */
export function operationKey(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`
}

export function indexOperations(bundles: readonly Bundle[]): Map<string, DeclaredOperation> {
  return new Map(
    bundles.flatMap((bundle) =>
      Object.entries(bundle.paths).flatMap(([path, item]) =>
        Object.entries(item)
          .filter(([method]) => /^(get|post|put|patch|delete)$/.test(method))
          // What redocly bundles has the form that its lint has checked.
          .map(([method, operation]) => [operationKey(method, path), describe(bundle, item as Operation, operation as Operation)] as const),
      ),
    ),
  )
}

function describe(bundle: Bundle, item: Operation, operation: Operation): DeclaredOperation {
  const resolve = <T>(value: unknown): T => {
    const { $ref } = value as { $ref?: string }
    // The caller names what stands at the end of the reference.
    return $ref === undefined ? (value as T) : resolve<T>(follow(bundle, $ref))
  }
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((value) =>
    resolve<{ in: string; name: string }>(value),
  )
  const replies = Object.entries(operation.responses ?? {}).filter(([status]) => status.startsWith('2'))

  const schemasOf = (place: Place): Schema[] => {
    if (place === 'body') return operation.requestBody ? contentSchemas(resolve<Content>(operation.requestBody)) : []
    const same = replies.filter(([status]) => status === place.status)
    const chosen = same.length > 0 ? same : replies
    return chosen.flatMap(([, reply]) => contentSchemas(resolve<Content>(reply), place.mediaType))
  }
  /** The schema and all that it is made of or may be. */
  const partsOf = (schema: Schema): Schema[] => {
    const here = resolve<Schema>(schema)
    return [here, ...[...(here.allOf ?? []), ...(here.oneOf ?? []), ...(here.anyOf ?? [])].flatMap(partsOf)]
  }
  const stepInto = (schema: Schema, step: string): Schema[] => {
    if (step === '[]') return schema.items ? [schema.items] : []
    if (step === '{}') return typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []
    const inner = schema.properties?.[step]
    return inner ? [inner] : []
  }

  return {
    roots: () => {
      const schemas = replies.flatMap(([, reply]) => contentSchemas(resolve<Content>(reply), 'application/json'))
      return [...new Set(schemas.flatMap(partsOf).flatMap(({ properties = {} }) => Object.keys(properties)))]
    },
    declares(fact) {
      switch (fact.kind) {
        case 'parameter':
          return parameters.some((parameter) => parameter.in === fact.in && parameter.name.toLowerCase() === fact.name.toLowerCase())
        case 'status':
          return replies.some(([status]) => status === fact.status)
        case 'property':
          return (
            fact.steps.reduce((schemas, step) => schemas.flatMap(partsOf).flatMap((schema) => stepInto(schema, step)), schemasOf(fact.of))
              .length > 0
          )
      }
    },
  }
}

/** An event stream is text; what each of its events holds is its contentSchema. */
function contentSchemas({ content = {} }: Content, mediaType?: string): Schema[] {
  return Object.entries(content)
    .filter(([name]) => mediaType === undefined || name === mediaType)
    .flatMap(([, { schema }]) => (schema ? [schema.contentSchema ?? schema] : []))
}

function follow(bundle: Bundle, $ref: string): unknown {
  const steps = $ref.replace(/^#\//, '').split('/')
  const found = steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[unescape(step)], bundle)
  if (found === undefined) throw new Error(`The bundle has nothing at ${$ref}. Run: pnpm -s run bundle`)
  return found
}

function unescape(step: string): string {
  return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
}
