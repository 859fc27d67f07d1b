/** `pnpm lint:words [path…]`: checks spelling, names, comments and prose. Without paths, no rule may have more findings than limits.json allows. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { checkCode } from './check-code.ts'
import { checkProse, maxDescriptionWords } from './check-prose.ts'
import { extractDescriptions, extractHelp, extractMarkdown } from './extract-text.ts'
import { fixes, type Finding, type Rule } from './finding.ts'

const { values, positionals: paths } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean' }, list: { type: 'boolean' }, help: { type: 'boolean' } },
})
if (values.help === true) {
  console.log(`Usage: pnpm lint:words [--list] [--write] [path…]

Checks spelling, doc comments, names and prose. With paths, lists all findings below them and fails if there is one.

  --list    list all findings, also of rules within their limit
  --write   lower the limits in tools/prose/limits.json to the present counts; it never raises one`)
  process.exit()
}

process.chdir(new URL('../../../', import.meta.url).pathname)
const limitsFile = 'tools/prose/limits.json'
const limits = JSON.parse(readFileSync(limitsFile, 'utf8')) as Record<Rule, number>
const files = listFiles()
const findings = [...checkSpelling(files), ...files.flatMap(checkFile)]
const rules = Object.keys(fixes) as Rule[]
for (const rule of rules) report(rule)
if (values.write === true)
  writeFileSync(
    limitsFile,
    `${JSON.stringify(Object.fromEntries(rules.map((rule) => [rule, Math.min(limits[rule], select(rule).length)])), null, 2)}\n`,
  )

function report(rule: Rule): void {
  const found = select(rule)
  const limit = paths.length > 0 ? 0 : limits[rule]
  const isOver = found.length > limit
  console.log(`${isOver ? 'FAILED' : 'passed'}  ${rule}: ${found.length} (at most ${limit})`)
  if (!isOver && values.list !== true) return
  for (const { file, line, found: text } of found) console.log(`  ${file}:${line} ${text}`)
  if (isOver) {
    console.log(`  ${fixes[rule]}`)
    process.exitCode = 1
  }
}

function select(rule: Rule): Finding[] {
  return findings.filter((finding) => finding.rule === rule)
}

/** Lists the files that git tracks and people write. */
function listFiles(): string[] {
  const extensions = ['ts', 'tsx', 'mjs', 'md', 'yaml', 'yml', 'css'].map((extension) => `*.${extension}`)
  const patterns = [...extensions, 'tools/release/surface/*.commands.txt']
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--', ...patterns], { encoding: 'utf8', maxBuffer: 1e8 })
  const written = stdout
    .split('\0')
    .filter(
      (file) =>
        file !== '' && !/(?:^|\/)(?:generated|golden|dist)\/|SURFACE\.md$|COVERAGE\.md$|assurance\.md$|\.api\.md$|pnpm-lock/.test(file),
    )
  return paths.length === 0 ? written : written.filter((file) => paths.some((path) => file.startsWith(path.replace(/^\.\//, ''))))
}

function checkFile(file: string): Finding[] {
  const text = readFileSync(file, 'utf8')
  if (/\.(?:ts|tsx|mjs)$/.test(file)) return file.startsWith('tools/prose/') ? [] : checkCode(file, text)
  if (file.endsWith('.commands.txt')) return checkProse(file, extractHelp(text))
  if (file.startsWith('spec/') && file.endsWith('.yaml')) return checkProse(file, extractDescriptions(text), maxDescriptionWords)
  if (!file.endsWith('.md')) return []
  return [...checkProse(file, extractMarkdown(text)), ...checkLength(file, text)]
}

function checkLength(file: string, text: string): Finding[] {
  const max = file === 'spec/README.md' ? 1500 : 1200
  const words = text.trim().split(/\s+/).length
  return file.endsWith('README.md') && words > max
    ? [{ rule: 'README length', file, line: 1, found: `${words} words, at most ${max}` }]
    : []
}

function checkSpelling(checked: readonly string[]): Finding[] {
  const program = new URL('../node_modules/cspell/bin.mjs', import.meta.url).pathname
  const args = [program, 'lint', '--no-progress', '--no-summary', '--no-color', '--unique', '--no-must-find-files', '--file-list', 'stdin']
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { input: checked.join('\n'), encoding: 'utf8', maxBuffer: 1e8 })
  const rows = [...stdout.matchAll(/^(.+?):(\d+):\d+ - (?:Unknown|Forbidden) word \((.+?)\)/gm)]
  if (status !== 0 && rows.length === 0) throw new Error(`cspell ended with ${status}: ${stderr}`)
  return rows.map(([, file = '', line, word = '']) => ({ rule: 'spelling', file, line: Number(line), found: word }))
}
