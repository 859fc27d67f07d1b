/** Configurations, commands and flags of the README are valid. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { help, parseFlags } from '../src/command/flags.ts'
import { toolRows } from '../src/generated/tools.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const environment = { SPINDRIFT_TOKEN: 'example-token-1' }

/** Code blocks of a language. */
const listBlocks = (language: string) =>
  [...readme.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(([, text = '']) => text)

/** Returns every list under `args`, at any depth. */
function findArgs(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => (name === 'args' ? [each as string[]] : findArgs(each)))
}

describe('the README', () => {
  const configured = listBlocks('json').flatMap((text) => findArgs(JSON.parse(text)))
  const inToml = listBlocks('toml').flatMap((text) =>
    [...text.matchAll(/^args = (\[.*\])$/gm)].map(([, list = '']) => JSON.parse(list) as string[]),
  )

  it('has a configuration for five kinds of client', () => expect(configured.length + inToml.length).toBe(5))

  it.each([...configured, ...inToml])('configures a server that starts: %s %s', (...args) => {
    expect(args.slice(0, 2)).toEqual(['-y', '@spindrift/mcp'])
    const { command, sandbox, baseUrl } = parseFlags(args.slice(2), environment)
    expect({ command, isSomewhere: sandbox || baseUrl !== undefined }).toEqual({ command: 'serve', isSomewhere: true })
  })

  it('has valid commands', () => {
    const commands = [...readme.matchAll(/npx (?:-y )?@spindrift\/mcp([^\n`#]*)/g)].map(([, args = '']) => args.trim().split(/ +/))
    expect(commands.length).toBeGreaterThan(3)
    for (const args of commands) expect(() => parseFlags(args, environment)).not.toThrow()
  })

  it('names existing flags', () => {
    for (const [flag] of readme.matchAll(/--[a-z][a-z-]+/g)) expect(help, flag).toContain(flag)
  })

  it.each([
    { input: 'read', kind: 'read-only' },
    { input: 'add', kind: 'additive' },
    { input: 'change or delete', kind: 'destructive' },
  ])('names the tools that $input', ({ input, kind }) => {
    const [, row = ''] = new RegExp(`^\\| ${input} \\| (.*) \\|$`, 'm').exec(readme) ?? []
    const names = [...row.matchAll(/`([^`]+)`/g)].map(([, name]) => `db-cluster-${name}`)
    expect(names).toEqual(toolRows.filter((tool) => tool.kind === kind).map(({ name }) => name))
  })
})
