#!/usr/bin/env node
/** `pnpm lines` */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { countLines, type Lines, writeTable } from './count-lines.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Of the files that git knows, as they are here or in a commit. */
function count(revision?: string): Lines {
  const args = ['grep', '--count', '-I', '', ...(revision === undefined ? [] : [revision])]
  const output = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
  return countLines(revision === undefined ? output : output.replaceAll(`${revision}:`, ''))
}

const { values } = parseArgs({ options: { at: { type: 'string' }, help: { type: 'boolean', short: 'h' } } })
if (values.help) {
  console.log(`pnpm lines [--at <revision>]

Prints how many lines of ts, js, yaml and md are written by hand, by room: what git tracks, without what is generated, golden or locked.
With --at also how many there were in that commit.`)
} else console.log(writeTable(count(), values.at === undefined ? undefined : count(values.at)))
