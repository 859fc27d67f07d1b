/** A time as it is stored: whole milliseconds since 1970. Sums and quotients are numbers again, and become moments at the store's door. */
declare const whole: unique symbol

export type Timestamp = number & { readonly [whole]: true }

/** The nearest moment; what lies too far ahead to be counted exactly is the last one there is. */
export function toTimestamp(milliseconds: number): Timestamp {
  return Math.min(Math.round(milliseconds), Number.MAX_SAFE_INTEGER) as Timestamp
}
