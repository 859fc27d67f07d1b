import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './pack-packages.ts'
import { parseRecipes, readRecipes } from './read-recipes.ts'
import { runCommands } from './run-commands.ts'

it('parses a recipe: its title, folder and the commands of its first code block', () => {
  const page =
    '# All\n\n## One\n\n[one](one): a.\n\n```sh\nnpm init -y\nnpx b\n```\n\n```sh\nlater\n```\n\n## Two\n\n[two](two)\n\n```sh\nterraform apply\n```\n'
  expect(parseRecipes(page)).toEqual([{ name: 'One', folder: 'one', commands: ['npm init -y', 'npx b'] }])
})

it('reads the recipes of the sandbox', () => {
  const recipes = readRecipes(join(root, 'packages/sandbox/recipes'))
  expect(recipes.map(({ name }) => name)).toEqual(['Vitest', 'node:test', 'Jest', 'Playwright', 'pytest', 'go test', 'Ansible'])
  expect(recipes.filter(({ folder }) => !existsSync(folder))).toEqual([])
})

it('stops at the first failed command and returns its output', () => {
  const { completed, output, problem } = runCommands(['echo one', 'echo two >&2; exit 3', 'echo three'], tmpdir(), process.env)
  expect(completed.map(({ command }) => command)).toEqual(['echo one', 'echo two >&2; exit 3'])
  expect(output).toBe('one\ntwo\n')
  expect(problem).toBe('"echo two >&2; exit 3" exited with code 3: two')
})
