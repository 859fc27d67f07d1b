/** Derives the types of an operation from those of its request and responses. For the type checker only. */

export interface Typed<Request, Reply> {
  readonly path: PartOf<Request, 'path'>
  readonly query: PartOf<Request, 'query'>
  /** Undefined without a request body. */
  readonly body: 'body' extends keyof Request ? Request['body'] : undefined
  /** Body of a success response; undefined without one. */
  readonly reply: Reply
}

type PartOf<Request, Place extends string> = Place extends keyof Request
  ? Plain<NonNullable<Request[Place]>>
  : Readonly<Record<never, never>>

/** Converts an interface to a type alias, which is assignable to a record. */
type Plain<Type> = { readonly [Name in keyof Type]: Type[Name] }
