/** Types of an OpenAPI 3.1 document, for the parts that all APIs share. */

/** Extensions `x-…`, described by the schemas in `@spindrift/openapi/extensions/`. Plain documents have none. */
type Extensions = Readonly<Record<`x-${string}`, unknown>>

export interface OpenApiDocument extends Extensions {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly servers?: readonly { readonly url: string; readonly variables?: Readonly<Record<string, { readonly default: string }>> }[]
  readonly tags?: readonly (Extensions & { readonly name: string; readonly description?: string })[]
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly paths: Readonly<Record<string, OpenApiPath>>
  /** Components by kind (`schemas`, `responses`, …) and name. */
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export interface OpenApiPath {
  readonly get?: OpenApiOperation
  readonly post?: OpenApiOperation
  readonly put?: OpenApiOperation
  readonly patch?: OpenApiOperation
  readonly delete?: OpenApiOperation
  readonly parameters?: readonly unknown[]
  readonly servers?: OpenApiDocument['servers']
}

export interface OpenApiOperation extends Extensions {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly deprecated?: boolean
  readonly parameters?: readonly unknown[]
  readonly requestBody?: unknown
  /** Responses by status, or `default`. */
  readonly responses: Readonly<Record<string, unknown>>
  readonly security?: OpenApiDocument['security']
}
