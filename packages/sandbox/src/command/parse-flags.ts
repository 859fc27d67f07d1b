/** Parsers of flag values. */
import { InvalidArgumentError } from 'commander'
import { isBaseUrl, isControlToken, isHostName, isReferenceUrl, minTokenLength } from '../options.ts'
import { nearestName } from '../control/nearest-name.ts'
import { isWorldName, worldNames } from '../worlds/find-image.ts'
import { parseModelServer } from '../inference/parse-model-server.ts'
import { trustProxies } from '../http/parse-forwarded.ts'

export function parsePort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('Give a whole number from 0 to 65535.')
  return port
}

export function parseFile(text: string): string {
  // SQLite creates a temporary database for an empty name.
  if (text === '') throw new InvalidArgumentError('Give the name of a file.')
  return text
}

/** Name of a built-in world, or of a world file. */
export function parseWorld(text: string): string {
  if (isWorldName(text) || /[./\\]/.test(text)) return text
  const nearest = nearestName(text, worldNames)
  throw new InvalidArgumentError(
    nearest === undefined
      ? `Allowed choices are ${worldNames.join(', ')}, or a file, for example my-world.yaml.`
      : `Did you mean ${nearest}? The name of a file has an extension, for example my-world.yaml.`,
  )
}

export function parseSeconds(text: string): number {
  const seconds = Number(text)
  if (!/^\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('Give a number of seconds, 0 or more.')
  return seconds
}

export function parseCount(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new InvalidArgumentError('Give a whole number from 0 to 9999999.')
  return Number(text)
}

export function parseMebibytes(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) === 0) throw new InvalidArgumentError('Give a whole number of mebibytes from 1 to 99999.')
  return Number(text)
}

/** @returns the text, because the sandbox parses it */
export function parseModelsFrom(text: string): string {
  try {
    parseModelServer(text)
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message)
  }
  return text
}

export function parseOrigin(text: string): string {
  const origin = URL.parse(text)?.origin ?? 'null'
  if (origin === 'null') throw new InvalidArgumentError('Give an origin, for example http://localhost:5173.')
  return origin
}

export function parseAllowedOrigin(text: string): string {
  return text === '*' ? text : parseOrigin(text)
}

export function parseAddress(text: string): string {
  if (!/^[0-9a-z.:_-]+$/i.test(text))
    throw new InvalidArgumentError('Give an IP address or a host name of this machine, or 0.0.0.0 for all addresses.')
  return text
}

export function parseBaseUrl(text: string): string {
  const url = text.replace(/\/$/, '')
  if (!isBaseUrl(url)) throw new InvalidArgumentError('Give scheme and host without a path, for example https://sandbox.example.com.')
  return url
}

export function parseReferenceUrl(text: string): string {
  const url = text.endsWith('/') ? text : `${text}/`
  if (!isReferenceUrl(url)) throw new InvalidArgumentError('Give the URL of the site, for example https://docs.example.com/cloud/.')
  return url
}

export function parseHostName(text: string): string {
  if (!isHostName(text)) throw new InvalidArgumentError('Give a host name without a port, for example sandbox or .example.com.')
  return text
}

export function parseProxy(text: string): string {
  try {
    trustProxies([text])
  } catch {
    throw new InvalidArgumentError('Give an IP address or a range, for example 10.0.0.0/8.')
  }
  return text
}

export function parseControlToken(text: string): string {
  if (!isControlToken(text)) throw new InvalidArgumentError(`Give at least ${minTokenLength} characters without spaces.`)
  return text
}

export function parseText(text: string): string {
  return text
}

/** Value of a switch in a variable or in the configuration file. */
export function parseSwitch(text: string): boolean {
  if (!/^(?:true|false|1|0)$/.test(text)) throw new InvalidArgumentError('Give true or false.')
  return text === 'true' || text === '1'
}

export function parseChoice<const Choice extends string>(...choices: readonly Choice[]): (text: string) => Choice {
  return (text) => {
    const value = choices.find((choice) => choice === text)
    if (value === undefined) throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`)
    return value
  }
}
