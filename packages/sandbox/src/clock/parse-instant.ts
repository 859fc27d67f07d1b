/** RFC 3339, also without seconds. What else `Date.parse` takes, it guesses at: "5" is a day in 2001, 31 February the 3rd of March. */
const instant = /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/

/** Milliseconds since 1970; `NaN` for a moment that no calendar has. */
export function parseInstant(text: string): number {
  const [, day = ''] = instant.exec(text) ?? []
  return Number.isNaN(parseDay(day)) ? Number.NaN : Date.parse(text)
}

/** The midnight, in UTC, at which a day like `2026-03-02` begins; `NaN` for one that no calendar has. */
export function parseDay(text: string): number {
  const moment = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(moment) || new Date(moment).toISOString().slice(0, 10) !== text ? Number.NaN : moment
}
