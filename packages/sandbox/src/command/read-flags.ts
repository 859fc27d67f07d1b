/** What several commands take as text. */
import { InvalidArgumentError } from 'commander'

export function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('Give a whole number from 0 to 65535.')
  return port
}

export function readFile(text: string): string {
  // SQLite takes an empty name for a file that nobody keeps.
  if (text === '') throw new InvalidArgumentError('Give the name of a file.')
  return text
}

export function readSeconds(text: string): number {
  const seconds = Number(text)
  if (!/^\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('Give a number of seconds, 0 or more.')
  return seconds
}

/** Of a flag that can be given more than once. */
export function collectOrigins(text: string, earlier: readonly string[] = []): readonly string[] {
  const origin = URL.parse(text)?.origin ?? 'null'
  if (origin === 'null') throw new InvalidArgumentError('Give an origin like http://localhost:5173.')
  return [...earlier, origin]
}
