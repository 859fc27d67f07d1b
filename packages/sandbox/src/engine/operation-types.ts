/** How the types of one operation follow from those of its request and its replies. For the checker only. */

export interface Typed<Request, Reply> {
  readonly path: PartOf<Request, 'path'>
  readonly query: PartOf<Request, 'query'>
  /** Undefined without one. */
  readonly body: 'body' extends keyof Request ? Request['body'] : undefined
  /** The body of a reply of success; undefined where it has none. */
  readonly reply: Reply
}

type PartOf<Request, Place extends string> = Place extends keyof Request
  ? Plain<NonNullable<Request[Place]>>
  : Readonly<Record<never, never>>

/** The same properties as a type of its own, which may stand where a record of them is wanted. */
type Plain<Type> = { readonly [Name in keyof Type]: Type[Name] }
