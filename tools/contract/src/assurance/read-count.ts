import { InvalidArgumentError } from 'commander'

/** Reads the number of an option. */
export function readCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Give a whole number, 0 or more.')
  return Number(text)
}
