import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const run = (...args: string[]) =>
  spawnSync(process.execPath, [main, ...args], { encoding: 'utf8', timeout: 30_000, env: { ...process.env, NODE_NO_WARNINGS: '1' } })

it.each([
  { given: ['--prot', '1'], want: "spindrift-reference: unknown option '--prot' (Did you mean --port?)\n" },
  {
    given: ['-p', '70000'],
    want: /^spindrift-reference: option '-p, --port <number>' argument '70000' is invalid\. Use an integer from 0 to 65535\.\n$/,
  },
  {
    given: ['strat'],
    want: "spindrift-reference: unknown command 'strat'. There are no commands; the flags are --port, --host, --out and --base-url.\n",
  },
  {
    given: ['--base-url', 'docs'],
    want: /argument 'docs' is invalid\. Use a URL with http:\/\/ or https:\/\/, without \? and #\.\n$/,
  },
  {
    given: ['--base-url', 'https://docs.example.com'],
    want: 'spindrift-reference: --base-url requires --out <folder>.\n',
  },
  { given: ['--out', fileURLToPath(new URL('.', import.meta.url))], want: /^spindrift-reference: .* contains other files\./ },
  { given: ['--host', '203.0.113.1'], want: /^spindrift-reference: / },
])('rejects $given in one line', ({ given, want }) => {
  const { status, stderr } = run(...given)
  expect(status).toBe(1)
  expect(stderr).toMatch(want)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})

it('prints its version', () => {
  expect(run('--version').stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})
