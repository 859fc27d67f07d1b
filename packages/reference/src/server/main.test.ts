import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const run = (...args: string[]) =>
  spawnSync(process.execPath, [main, ...args], { encoding: 'utf8', timeout: 30_000, env: { ...process.env, NODE_NO_WARNINGS: '1' } })

it.each([
  { input: ['--prot', '1'], expected: "spindrift-reference: unknown option '--prot' (Did you mean --port?)\n" },
  {
    input: ['-p', '70000'],
    expected: /^spindrift-reference: option '-p, --port <number>' argument '70000' is invalid\. Use an integer from 0 to 65535\.\n$/,
  },
  {
    input: ['strat'],
    expected:
      "spindrift-reference: unknown command 'strat'. There are no commands; the flags are --port, --host, --sandbox-url, --out and --base-url.\n",
  },
  {
    input: ['--base-url', 'docs'],
    expected: /argument 'docs' is invalid\. Use a URL with http:\/\/ or https:\/\/, without \? and #\.\n$/,
  },
  {
    input: ['--sandbox-url', 'https://example.com'],
    expected: /is invalid\. Use a URL with http:\/\/127\.0\.0\.1 or http:\/\/localhost\.\n$/,
  },
  {
    input: ['--base-url', 'https://docs.example.com'],
    expected: 'spindrift-reference: --base-url requires --out <folder>.\n',
  },
  { input: ['--out', fileURLToPath(new URL('.', import.meta.url))], expected: /^spindrift-reference: .* contains other files\./ },
  { input: ['--host', '203.0.113.1'], expected: /^spindrift-reference: / },
])('rejects $input in one line', ({ input, expected }) => {
  const { status, stderr } = run(...input)
  expect(status).toBe(1)
  expect(stderr).toMatch(expected)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})

it('prints its version', () => {
  expect(run('--version').stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})
