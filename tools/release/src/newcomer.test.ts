import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './pack-packages.ts'
import { parseRecipes, readRecipes } from './read-recipes.ts'
import { runCommands } from './run-commands.ts'

it('a recipe is a title, a folder and the commands of its first block', () => {
  const page =
    '# All\n\n## One\n\n[one](one): a.\n\n```sh\nnpm init -y\nnpx b\n```\n\n```sh\nlater\n```\n\n## Two\n\n[two](two)\n\n```sh\nterraform apply\n```\n'
  expect(parseRecipes(page)).toEqual([{ name: 'One', folder: 'one', commands: ['npm init -y', 'npx b'] }])
})

it('those of the sandbox are there', () => {
  const recipes = readRecipes(join(root, 'packages/sandbox/recipes'))
  expect(recipes.map(({ name }) => name)).toEqual(['Vitest', 'node:test', 'Jest', 'Playwright', 'pytest', 'go test', 'Ansible'])
  expect(recipes.filter(({ folder }) => !existsSync(folder))).toEqual([])
})

it('a command that fails ends them, and is named with what it said', () => {
  const { ran, output, problem } = runCommands(['echo one', 'echo two >&2; exit 3', 'echo three'], tmpdir(), process.env)
  expect(ran.map(({ command }) => command)).toEqual(['echo one', 'echo two >&2; exit 3'])
  expect(output).toBe('one\ntwo\n')
  expect(problem).toBe('"echo two >&2; exit 3" ended with 3: two')
})
