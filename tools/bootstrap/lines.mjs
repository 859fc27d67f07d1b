/** `pnpm lines`: counts the hand-written lines of code by part of the repository, optionally compared with another revision. */
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const code = ['ts', 'tsx', 'mjs', 'js', 'css'].map((extension) => `:(top,glob)**/*.${extension}`)
const generated = ['generated', 'golden'].map((folder) => `:(top,exclude,glob)**/${folder}/**`)

const { values } = parseArgs({ options: { at: { type: 'string' } } })
const now = countLines()
const before = values.at === undefined ? undefined : countLines(values.at)
for (const part of [...new Set([...now.keys(), ...(before?.keys() ?? [])])].toSorted()) printRow(part, now.get(part), before?.get(part))
printRow('all', sum(now), before && sum(before))

/** Counts the lines of tracked files by part, in the working tree or in a revision. */
function countLines(revision) {
  const args = ['grep', '--count', '-I', '', ...(revision === undefined ? [] : [revision]), '--', ...code, ...generated]
  const output = execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1e8 })
  const lines = new Map()
  for (const [, path, count] of output.matchAll(/^(?:[^:\n]+:)?([^:\n]+):(\d+)$/gm)) {
    const part = getPart(path)
    lines.set(part, (lines.get(part) ?? 0) + Number(count))
  }
  return lines
}

/** Returns the first two folders of a path below `packages` and `tools`, else the first one. */
function getPart(path) {
  const folders = path.split('/').slice(0, -1)
  return folders.slice(0, /^(packages|tools)$/.test(folders[0]) ? 2 : 1).join('/') || '.'
}

function printRow(part, count = 0, earlier) {
  const change = before === undefined ? [] : [earlier ?? 0, count - (earlier ?? 0)]
  console.log(part.padEnd(26) + [count, ...change].map((each) => each.toLocaleString('en').padStart(10)).join(''))
}

function sum(lines) {
  return [...lines.values()].reduce((total, each) => total + each, 0)
}
