/** Whole milliseconds since 1970. Arithmetic yields plain numbers, which `toTimestamp` converts before they are stored. */
declare const wholeMilliseconds: unique symbol

export type Timestamp = number & { readonly [wholeMilliseconds]: true }

/** Rounds to whole milliseconds, at most the largest safe integer. */
export function toTimestamp(milliseconds: number): Timestamp {
  return Math.min(Math.round(milliseconds), Number.MAX_SAFE_INTEGER) as Timestamp
}
