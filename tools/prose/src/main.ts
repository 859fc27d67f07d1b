/** `pnpm lint:words [path…]`: checks spelling, names, comments and prose. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { checkCode } from './check-code.ts'
import { checkProse, maxDescriptionWords } from './check-prose.ts'
import { checkSpelling, type TextFile } from './check-spelling.ts'
import { extractDescriptions, extractHelp, extractMarkdown } from './extract-text.ts'
import { fixes, type Finding, type Rule } from './finding.ts'

const { values, positionals: paths } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } })
if (values.help === true) {
  console.log(`Usage: pnpm lint:words [path…]

Checks spelling, doc comments, names and prose, of the whole repository or below the paths. Fails if it finds a problem.`)
  process.exit()
}

process.chdir(new URL('../../../', import.meta.url).pathname)
const files = listFiles().map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const spelled = files.filter(({ file }) => !file.startsWith('tools/release/surface/'))
const findings = [...(await checkSpelling(spelled)), ...files.flatMap(checkFile)]
for (const rule of Object.keys(fixes) as Rule[]) report(rule)

function report(rule: Rule): void {
  const found = findings.filter((finding) => finding.rule === rule)
  console.log(`${found.length > 0 ? 'FAILED' : 'passed'}  ${rule}: ${found.length}`)
  if (found.length === 0) return
  for (const { file, line, found: text } of found) console.log(`  ${file}:${line} ${text}`)
  console.log(`  ${fixes[rule]}`)
  process.exitCode = 1
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

function checkFile({ file, text }: TextFile): Finding[] {
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
