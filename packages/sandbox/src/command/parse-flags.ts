/** What several commands take as text. */
import { InvalidArgumentError } from 'commander'
import { isBaseUrl, isControlToken, isHostName, isReferenceUrl, minTokenLength } from '../options.ts'
import { nearestName } from '../control/nearest-name.ts'
import { isWorldName, worldNames } from '../worlds/find-image.ts'
import { trustProxies } from '../http/parse-forwarded.ts'

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

/** The name of a world, or of a file that says one. */
export function readWorld(text: string): string {
  if (isWorldName(text) || /[./\\]/.test(text)) return text
  const nearest = nearestName(text, worldNames)
  throw new InvalidArgumentError(
    nearest === undefined
      ? `Allowed choices are ${worldNames.join(', ')}, or a file like my-world.yaml.`
      : `Did you mean ${nearest}? A file has a name like my-world.yaml.`,
  )
}

export function readSeconds(text: string): number {
  const seconds = Number(text)
  if (!/^\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('Give a number of seconds, 0 or more.')
  return seconds
}

export function readCount(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new InvalidArgumentError('Give a whole number from 0 to 9999999.')
  return Number(text)
}

export function readMebibytes(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) === 0) throw new InvalidArgumentError('Give a whole number of mebibytes from 1 to 99999.')
  return Number(text)
}

export function readOrigin(text: string): string {
  const origin = URL.parse(text)?.origin ?? 'null'
  if (origin === 'null') throw new InvalidArgumentError('Give an origin like http://localhost:5173.')
  return origin
}

export function readAddress(text: string): string {
  if (!/^[0-9a-z.:_-]+$/i.test(text)) throw new InvalidArgumentError('Give an address of this machine, or 0.0.0.0 for all of them.')
  return text
}

export function readBaseUrl(text: string): string {
  const url = text.replace(/\/$/, '')
  if (!isBaseUrl(url)) throw new InvalidArgumentError('Give scheme and host like https://sandbox.example.com, without a path.')
  return url
}

export function readReferenceUrl(text: string): string {
  const url = text.endsWith('/') ? text : `${text}/`
  if (!isReferenceUrl(url)) throw new InvalidArgumentError('Give the address of a folder, like https://docs.example.com/cloud/.')
  return url
}

export function readHostName(text: string): string {
  if (!isHostName(text)) throw new InvalidArgumentError('Give a name like sandbox or .example.com, without a port.')
  return text
}

export function readProxy(text: string): string {
  try {
    trustProxies([text])
  } catch {
    throw new InvalidArgumentError('Give an address or a range like 10.0.0.0/8.')
  }
  return text
}

export function readControlToken(text: string): string {
  if (!isControlToken(text)) throw new InvalidArgumentError(`Give ${minTokenLength} or more letters, digits and signs, without spaces.`)
  return text
}

export function readText(text: string): string {
  return text
}

/** Of a flag without a value, which a variable and the configuration file can also switch off. */
export function readSwitch(text: string): boolean {
  if (!/^(?:true|false|1|0)$/.test(text)) throw new InvalidArgumentError('Give true or false.')
  return text === 'true' || text === '1'
}

export function choose<const Choice extends string>(...choices: readonly Choice[]): (text: string) => Choice {
  return (text) => {
    const chosen = choices.find((choice) => choice === text)
    if (chosen === undefined) throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`)
    return chosen
  }
}
