/** Subset of OpenAPI 3.1 in the mock's document, before (`Raw…`) and after the adaptation to Prism. */
import type { SchemaObject } from '../model/json-schema.ts'

export interface Reference {
  readonly $ref: string
}
export type OrReference<T> = T | Reference
export type Named<T> = Readonly<Record<string, T>>

export interface MockDocument {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly jsonSchemaDialect: string
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Named<MockPath>
  readonly components: MockComponents
}

export interface MockPath {
  readonly parameters?: readonly OrReference<Parameter>[]
  readonly [method: string]: MockOperation | readonly OrReference<Parameter>[] | undefined
}

export interface MockOperation {
  readonly operationId?: string
  readonly summary?: string
  readonly deprecated?: boolean
  readonly parameters?: readonly OrReference<Parameter>[]
  readonly requestBody?: OrReference<RequestBody>
  readonly responses: Named<OrReference<Response>>
  readonly security: readonly Named<readonly string[]>[]
}

export interface MockComponents {
  readonly schemas: Named<SchemaObject>
  readonly parameters: Named<Parameter>
  readonly requestBodies: Named<RequestBody>
  readonly headers: Named<Header>
  readonly responses: Named<Response>
  readonly examples: Named<Example>
  readonly securitySchemes: Named<unknown>
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly deprecated?: boolean
  readonly style?: string
  readonly explode?: boolean
  readonly schema?: SchemaObject
  readonly example?: unknown
}

export interface RequestBody {
  readonly required?: boolean
  readonly content: Named<MediaType>
}

export interface Response {
  readonly description: string
  readonly headers?: Named<OrReference<Header>>
  readonly content?: Named<MediaType>
}

export interface Header {
  readonly required?: boolean
  readonly schema?: SchemaObject
  readonly example?: unknown
}

export interface MediaType {
  readonly schema?: SchemaObject
  readonly example?: unknown
  readonly examples?: Named<OrReference<Example>>
}

export interface Example {
  readonly value?: unknown
}

export interface RawOperation {
  readonly operationId: string
  readonly summary: string
  readonly deprecated?: boolean
  readonly parameters?: readonly OrReference<Parameter>[]
  readonly requestBody?: OrReference<RequestBody>
  readonly responses: Named<OrReference<Response>>
  readonly security?: readonly Named<readonly string[]>[]
}
