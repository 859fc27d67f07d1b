/** What the page knows of the platform: made from the specification by generators/sandbox, loaded when a view needs it. */
import { useLoaded } from './use-loaded.ts'

/** Where the build put the data, with a hash of what is in it. */
declare const dataFolder: string

export interface Operation {
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly family: string
  /** As the client has it: `droplets.create`. */
  readonly call: string
  readonly root?: string
  readonly does?: string
  readonly kind?: string
  readonly paged?: boolean
  readonly body?: boolean
  readonly key?: boolean
  readonly verbs?: readonly string[]
}

export interface Lifecycle {
  readonly field: string
  readonly initial: string
  readonly transitions: readonly {
    readonly from: readonly string[]
    readonly to: string
    readonly on: readonly string[]
    readonly seconds?: number
  }[]
}

export interface Kind {
  readonly family: string
  readonly one?: string
  readonly many?: string
  readonly id?: string
  readonly parents?: readonly string[]
  readonly lifecycle?: Lifecycle
}

export interface Specification {
  readonly families: Readonly<Record<string, string>>
  readonly kinds: Readonly<Record<string, Kind>>
  readonly operations: Readonly<Record<string, Operation>>
}

export interface Schema {
  readonly ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly required?: readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly additionalProperties?: Schema
}

export interface Form {
  /** Of the refusals that are documented. */
  readonly statuses: readonly number[]
  readonly parameters: readonly {
    readonly name: string
    readonly in: 'path' | 'query' | 'header'
    readonly required?: boolean
    readonly description: string
    readonly schema: Schema
    readonly example?: unknown
  }[]
  readonly body?: {
    readonly required: boolean
    readonly media: string
    readonly schema: Schema
    readonly examples: readonly { readonly name: string; readonly value: unknown }[]
  }
}

export interface FamilyForms {
  readonly operations: Readonly<Record<string, Form>>
  readonly schemas: Readonly<Record<string, Schema>>
}

const loaded = new Map<string, Promise<unknown>>()

function load<T>(name: string): Promise<T> {
  const known = loaded.get(name) ?? fetch(`${dataFolder}.${name}.json`).then((response) => response.json() as unknown)
  loaded.set(name, known)
  known.catch(() => loaded.delete(name))
  return known as Promise<T>
}

export async function loadSpecification(): Promise<Specification> {
  const { families, kinds, operations } = await load<Specification>('index')
  return { families: bare(families), kinds: bare(kinds), operations: bare(operations) }
}

export async function loadForms(family: string): Promise<FamilyForms> {
  const { operations, schemas } = await load<FamilyForms>(family)
  return { operations: bare(operations), schemas: bare(schemas) }
}

/** What is looked up comes from addresses: nobody is to find `constructor`. */
function bare<T>(record: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.assign(Object.create(null) as Record<string, T>, record)
}

export function useSpecification(): Specification | undefined {
  return useLoaded(loadSpecification, []).value
}

export const parameter = /\{[^}]+\}/g

export function countParameters(path: string): number {
  return path.match(parameter)?.length ?? 0
}

/** Puts values into the places of a path, in their order. */
export function fillPath(path: string, values: readonly string[]): string {
  let next = 0
  return path.replaceAll(parameter, (place) => {
    const value = values[next]
    next += 1
    return value === undefined ? place : encodeURIComponent(value)
  })
}

export function findOperation(
  specification: Specification,
  matches: (operation: Operation) => boolean,
): readonly [id: string, operation: Operation] | undefined {
  return Object.entries(specification.operations).find(([, operation]) => matches(operation))
}

/** The list of all objects of a kind below those whose ids are known. */
export function findList(specification: Specification, kind: string, depth: number) {
  return findOperation(specification, ({ does, kind: own, path }) => does === 'lists' && own === kind && countParameters(path) === depth)
}

export function findGet(specification: Specification, kind: string, depth: number) {
  return findOperation(specification, ({ does, kind: own, path }) => does === 'gets' && own === kind && countParameters(path) === depth)
}
