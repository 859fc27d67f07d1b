/** The shape of the generated tables: data that `bindFamily` and the transport interpret. */

export interface OperationFacts {
  /** Goes without a token: it needs none, or has credentials of its own in its parameters. */
  readonly open?: boolean
  /** The body is sent as a form instead of JSON. */
  readonly form?: boolean
}

/** `GET /v2/volumes`, and what differs from the usual. */
export type OperationRow = string | readonly [line: string, facts: OperationFacts]

export interface FamilyTable {
  /** The API it belongs to, which decides its base URL and credential. */
  readonly api: string
  /** What its operationIds begin with. */
  readonly group: string
  readonly operations: Readonly<Record<string, OperationRow>>
}
