/** One place where an answer here is not as it was recorded. */
export const kinds = ['status', 'missing', 'extra', 'type', 'value', 'reference', 'order', 'timing', 'message', 'link', 'header'] as const
export type Kind = (typeof kinds)[number]

export interface Difference {
  readonly kind: Kind
  /** In the answer, as `droplets[].networks.v4[].type`; of a header, its name; of a status, empty. */
  readonly path: string
  readonly recorded: unknown
  readonly here: unknown
}
