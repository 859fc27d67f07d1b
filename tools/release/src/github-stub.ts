/** A stub of `gh` that logs its calls, knows the created releases, and rejects missing attachments. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface GithubStub {
  /** Folder to add to the path. */
  readonly bin: string
  /** Returns the arguments of each call as a line. */
  readonly listCalls: () => string[]
}

export function createGithubStub(folder: string): GithubStub {
  const bin = join(folder, 'bin')
  const log = join(folder, 'calls')
  mkdirSync(bin, { recursive: true })
  writeFileSync(log, '')
  const program = `#!/bin/sh
there() { grep -q "^release create $1 " '${log}'; }
case "$1 $2" in
  'release view') there "$3" || { echo 'release not found' >&2; exit 1; };;
  'release create'|'release upload')
    [ "$2" = create ] || there "$3" || { echo 'release not found' >&2; exit 1; }
    for file; do case "$file" in *.tgz|*.tar.gz|*.json) [ -s "$file" ] || { echo "no matches found for $file" >&2; exit 1; };; esac; done;;
  'pr list') echo 0;;
esac
echo "$*" >> '${log}'
`
  writeFileSync(join(bin, 'gh'), program)
  chmodSync(join(bin, 'gh'), 0o755)
  return { bin, listCalls: () => readFileSync(log, 'utf8').trim().split('\n') }
}
