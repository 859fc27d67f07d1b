/** RFC 3339 with optional seconds. `Date.parse` also accepts ambiguous input: "5" is a day in 2001, 31 February is 3 March. */
const instant = /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/

/** Parses a time to milliseconds since 1970; `NaN` if it is invalid. */
export function parseInstant(text: string): number {
  const [, day = ''] = instant.exec(text) ?? []
  return Number.isNaN(parseDay(day)) ? Number.NaN : Date.parse(text)
}

/** Parses a day like `2026-03-02` to its midnight in UTC; `NaN` if it is invalid. */
export function parseDay(text: string): number {
  const midnight = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== text ? Number.NaN : midnight
}
