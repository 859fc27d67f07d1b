/** The one place that knows where a browser may be. */
import { existsSync } from 'node:fs'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

export function findChromium(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  exists: (path: string) => boolean = existsSync,
): string {
  const named = environment['CHROMIUM_PATH']
  if (named) {
    if (exists(named)) return named
    throw new Error(`CHROMIUM_PATH is ${named}, and there is no such file.`)
  }
  const found = places.find(exists)
  if (!found) throw new Error('There is no Chromium. Install it (apt-get update && apt-get install -y chromium) or set CHROMIUM_PATH.')
  return found
}
