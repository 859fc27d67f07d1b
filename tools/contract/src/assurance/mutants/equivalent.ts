/** Mutants that no test can notice, each with the reason. They were looked at one by one. */
import type { Mutant } from './find-mutants.ts'

interface Equivalent {
  readonly file: string
  /** The line it is in, without the spaces around. */
  readonly line: string
  readonly before: string
  readonly after: string
  readonly reason: string
}

const equivalents: readonly Equivalent[] = [
  {
    file: 'packages/sandbox/src/limits/limiter.ts',
    line: 'return { ...this.#refuse(logs.hour.freedAt(now) ?? now), retryAfter: Math.max(1, Math.ceil((free - now) / 1000)) }',
    before: ' ?? now',
    after: '',
    reason: 'What counts in the minute counts in the hour too, so the hour has an oldest request here.',
  },
  {
    file: 'packages/sandbox/src/limits/sliding-log.ts',
    line: 'if (over <= 0) return now',
    before: 'now',
    after: 'undefined',
    reason: 'Its one caller asks whether it is later than now, which neither is.',
  },
  {
    file: 'packages/client/src/governor/governor.ts',
    line: "windows.get('hour')?.close(limit.resetAt.getTime())",
    before: '?.',
    after: '.',
    reason: 'Whoever is told of an answer has opened the window of the hour before.',
  },
  {
    file: 'packages/sandbox/src/store/open-database.ts',
    line: 'const code = (error as { readonly errcode?: number }).errcode ?? 0',
    before: ' ?? 0',
    after: '',
    reason: 'Nothing and 0 have the same low byte, which is all that is looked at.',
  },
  {
    file: 'packages/sandbox/src/store/scoped-store.ts',
    line: "const up = (row: Row): Row => ({ ...row, parent: row.parent?.slice(path.length) ?? '' })",
    before: '?.',
    after: '.',
    reason: 'It is given only rows that were asked for with a parent.',
  },
  {
    file: 'packages/sandbox/src/store/scoped-store.ts',
    line: "const up = (row: Row): Row => ({ ...row, parent: row.parent?.slice(path.length) ?? '' })",
    before: " ?? ''",
    after: '',
    reason: 'It is given only rows that were asked for with a parent.',
  },
  {
    file: 'packages/sandbox/src/store/rows.ts',
    line: "if (size <= 0) return { texts: '', total }",
    before: '<=',
    after: '<',
    reason: 'A page of no rows is read as no text too, only later.',
  },
  {
    file: 'packages/sandbox/src/store/rows.ts',
    line: 'const isFar = Math.min(skipped, total - skipped - size) > stride',
    before: '-',
    after: '+',
    reason: 'It chooses from where a page is found, not what is on it.',
  },
  {
    file: 'packages/sandbox/src/store/rows.ts',
    line: 'const isFar = Math.min(skipped, total - skipped - size) > stride',
    before: '>',
    after: '>=',
    reason: 'It chooses from where a page is found, not what is on it.',
  },
  {
    file: 'packages/sandbox/src/store/rows.ts',
    line: 'const isBackwards = skipped > total / 2',
    before: '>',
    after: '>=',
    reason: 'It chooses from which end a page is found, not what is on it.',
  },
  {
    file: 'packages/sandbox/src/store/rows.ts',
    line: 'const isBackwards = skipped > total / 2',
    before: '/',
    after: '*',
    reason: 'It chooses from which end a page is found, not what is on it.',
  },
  {
    file: 'packages/sandbox/src/store/rows.ts',
    line: "return texts ?? ''",
    before: " ?? ''",
    after: '',
    reason: 'There is text where there are rows, and where there are none it is answered before.',
  },
  {
    file: 'packages/sandbox/src/store/row-offsets.ts',
    line: 'let last = offsets.at(-1) ?? { seq: 0, before: 0 }',
    before: ' ?? { seq: 0, before: 0 }',
    after: '',
    reason: 'The list has its beginning in it from the start.',
  },
  {
    file: 'packages/sandbox/src/store/row-offsets.ts',
    line: 'return offsets.findLast(({ before }) => before <= position) ?? { seq: 0, before: 0 }',
    before: ' ?? { seq: 0, before: 0 }',
    after: '',
    reason: 'Its beginning has no rows before it, so one is found.',
  },
  {
    file: 'packages/sandbox/src/validation/read-unions.ts',
    line: 'const begin = at - ((union.ends.at(-1) ?? first) - first)',
    before: ' ?? first',
    after: '',
    reason: 'A union writes down where each of its branches ends.',
  },
  {
    file: 'packages/sandbox/src/validation/read-unions.ts',
    line: 'const own = findings.slice(begin + (union.ends[index] ?? first) - first, begin + (union.ends[index + 1] ?? first) - first)',
    before: ' ?? first',
    after: '',
    reason: 'A union writes down where each of its branches ends.',
  },
  {
    file: 'packages/sandbox/src/validation/read-unions.ts',
    line: 'given.filter((name) => fields[own]?.includes(name) && passing.some((other) => !fields[other]?.includes(name))),',
    before: '?.',
    after: '.',
    reason: 'The branches that pass are among those whose fields are known.',
  },
  {
    file: 'packages/client/src/pages/read-items.ts',
    line: 'const gone = turn.total === undefined ? 0 : (total ?? turn.total) - turn.total',
    before: ' ?? turn.total',
    after: '',
    reason: 'Without a total before there is no difference, and what is no number is as little more or less than 0.',
  },
  {
    file: 'packages/sandbox/src/server/handlers.ts',
    line: 'exchange.isBodyParsed = true',
    before: 'exchange.isBodyParsed = true',
    after: ';',
    reason: 'Parsed again it is the same again.',
  },
  {
    file: 'packages/client/src/pages/read-items.ts',
    line: 'const isShort = !turn.next && count < (total ?? 0) - (firstPage - 1) * perPage(start)',
    before: ' ?? 0',
    after: '',
    reason: 'Nothing is fewer than none, nor than what is no number.',
  },
  {
    file: 'packages/sandbox/src/server/handlers.ts',
    line: "return operation.method === 'GET' ? behavior(call, world) : world.store.transaction(() => behavior(call, world))",
    before: "'GET'",
    after: "''",
    reason: 'What only reads is the same in a transaction.',
  },
  {
    file: 'packages/sandbox/src/server/handle.ts',
    line: 'const status = reply.status ?? operation?.status ?? 200',
    before: '?.',
    after: '.',
    reason: 'Whoever answers in place of an operation says the status.',
  },
  {
    file: 'packages/sandbox/src/validation/check.ts',
    line: "if (place === 'body' && forgive(value, validator.errors ?? []) && validator(value)) return",
    before: ' ?? []',
    after: '',
    reason: 'A validator that refuses says why.',
  },
  {
    file: 'packages/sandbox/src/validation/check.ts',
    line: 'const message = describe(readUnions(validator.errors ?? [], value), place, (finding) => findRefusal(finding, refusals, value))',
    before: ' ?? []',
    after: '',
    reason: 'A validator that refuses says why.',
  },
  {
    file: 'packages/sandbox/src/validation/check.ts',
    line: "if (place === 'parameters' && validator.errors?.some(isNoId)) throw notFound()",
    before: '?.',
    after: '.',
    reason: 'A validator that refuses says why.',
  },
  {
    file: 'packages/sandbox/src/limits/limiter.ts',
    line: 'if (hourLeft === 0) return this.#refuse(logs.hour.freedAt(now) ?? now)',
    before: ' ?? now',
    after: '',
    reason: 'An hour that is used up has an oldest request.',
  },
  {
    file: 'packages/sandbox/src/limits/limiter.ts',
    line: 'const free = logs.minute.freedAt(now) ?? now',
    before: ' ?? now',
    after: '',
    reason: 'A minute that is used up has an oldest request.',
  },
  {
    file: 'packages/sandbox/src/limits/limiter.ts',
    line: 'return { allowed: true, limit: this.#limits.hourly.limit, remaining, reset: Math.ceil((logs.hour.freedAt(now) ?? now) / 1000) }',
    before: ' ?? now',
    after: '',
    reason: 'This request itself was counted a moment before.',
  },
  {
    file: 'packages/sandbox/src/limits/sliding-log.ts',
    line: 'return this.#size === 0 ? undefined : (this.#ring[this.#head] ?? 0) + this.#window',
    before: ' ?? 0',
    after: '',
    reason: 'Every place of the ring that is looked at holds a number.',
  },
  {
    file: 'packages/sandbox/src/limits/sliding-log.ts',
    line: 'return (this.#ring[(this.#head + over - 1) % this.#ring.length] ?? 0) + this.#window',
    before: ' ?? 0',
    after: '',
    reason: 'Every place of the ring that is looked at holds a number.',
  },
  {
    file: 'packages/sandbox/src/limits/sliding-log.ts',
    line: 'while (this.#size > 0 && (this.#ring[this.#head] ?? 0) + this.#window <= now) {',
    before: ' ?? 0',
    after: '',
    reason: 'Every place of the ring that is looked at holds a number.',
  },
  {
    file: 'packages/sandbox/src/limits/sliding-log.ts',
    line: 'for (let n = 0; n < this.#size; n += 1) larger[n] = this.#ring[(this.#head + n) % this.#ring.length] ?? 0',
    before: ' ?? 0',
    after: '',
    reason: 'Every place of the ring that is looked at holds a number.',
  },
  {
    file: 'packages/sandbox/src/http/read-request.ts',
    line: "const type = (headers['content-type'] ?? operation.body.types[0] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''",
    before: " ?? ''",
    after: '',
    reason: 'An operation that takes a body says of which type, and what is split has a first part.',
  },
  {
    file: 'packages/sandbox/src/http/read-request.ts',
    line: "const type = (headers['content-type'] ?? operation.body.types[0] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''",
    before: '?.',
    after: '.',
    reason: 'An operation that takes a body says of which type, and what is split has a first part.',
  },
  {
    file: 'packages/sandbox/src/limits/sliding-log.ts',
    line: 'for (let n = 0; n < this.#size; n += 1) larger[n] = this.#ring[(this.#head + n) % this.#ring.length] ?? 0',
    before: '<',
    after: '<=',
    reason: 'What is behind the last one that counts is not looked at, and written over by the next.',
  },
  {
    file: 'packages/client/src/governor/sliding-window.ts',
    line: 'while (first && first.at + this.#milliseconds <= now) {',
    before: '<=',
    after: '<',
    reason: 'What is exactly as old as the window and still in it is waited for no millisecond.',
  },
  {
    file: 'packages/sandbox/src/http/escape-html.ts',
    line: 'return text.replace(/[&<>"\']/g, (character) => entities[character] ?? character)',
    before: ' ?? character',
    after: '',
    reason: 'Each character that is replaced has its entity.',
  },
  {
    file: 'packages/client/src/wait/send-unlocked.ts',
    line: "return data.actions?.find(({ status }) => status === 'in-progress')",
    before: '?.',
    after: '.',
    reason: 'What is thrown there is caught, and finds nothing either.',
  },
  {
    file: 'packages/client/src/wait/send-unlocked.ts',
    line: 'const answer = await send(list, { ...(request?.path && { path: request.path }), query: { per_page: 200 } }, signal && { signal })',
    before: '?.',
    after: '.',
    reason: 'A call without the id that its path takes is refused before it is asked what is in its way.',
  },
]

export const isEquivalent = (mutant: Mutant, file: string, source: string) => equivalents.some((each) => isIt(each, mutant, file, source))

/** Reviewed ones of a file that it does not have any more. */
export const listStale = (mutants: readonly Mutant[], file: string, source: string): Equivalent[] =>
  equivalents.filter((each) => each.file === file && !mutants.some((mutant) => isIt(each, mutant, file, source)))

/** @param file from the repository's folder */
function isIt(each: Equivalent, mutant: Mutant, file: string, source: string): boolean {
  const line = source.split('\n')[mutant.line - 1]?.trim()
  return each.file === file && each.line === line && each.before === mutant.before && each.after === mutant.after
}
