/** Reads the sandbox's recipes from their README: title, folder and commands. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Recipe {
  readonly name: string
  readonly folder: string
  readonly commands: readonly string[]
}

/** Returns the recipes that start with an empty project. */
export function readRecipes(folder: string): readonly Recipe[] {
  return parseRecipes(readFileSync(join(folder, 'README.md'), 'utf8')).map((recipe) => ({ ...recipe, folder: join(folder, recipe.folder) }))
}

export function parseRecipes(page: string): readonly Recipe[] {
  return page
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const name = section.slice(0, section.indexOf('\n'))
      const folder = /^\[[^\]]+\]\(([^)]+)\)/m.exec(section)?.[1]
      const commands = /^```sh\n(.*?)^```/ms.exec(section)?.[1]?.trim().split('\n') ?? []
      return folder === undefined || commands[0] !== 'npm init -y' ? [] : [{ name, folder, commands }]
    })
}
