/** What has to go along with a program that is Node itself. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export function describeNode(): string {
  const title = `Node.js ${process.version}`
  // Where a download of Node has it; installed by npm, it has none.
  const file = join(dirname(process.execPath), '../LICENSE')
  const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : `https://github.com/nodejs/node/blob/${process.version}/LICENSE`
  return `${title}\n\n${text}\n`
}
