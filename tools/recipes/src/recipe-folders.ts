import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Recipes with large runtimes, which are listed in a separate package.json and installed only with `pnpm verify recipes --install`. */
export const recipesWithRuntime = ['worker', 'bun-script', 'next-action'] as const

export const getRecipeFolder = (recipe: string) => fileURLToPath(new URL(`../${recipe}`, import.meta.url))

export const isInstalled = (recipe: string) => existsSync(`${getRecipeFolder(recipe)}/node_modules`)
