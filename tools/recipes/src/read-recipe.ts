/** The recipes whose runtimes weigh hundreds of megabytes: each names them in a package.json of its own, and they are installed only when asked for. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const onDemand = ['worker', 'bun-script', 'next-action'] as const

export const folderOf = (recipe: string) => fileURLToPath(new URL(`../${recipe}`, import.meta.url))

export const isInstalled = (recipe: string) => existsSync(`${folderOf(recipe)}/node_modules`)
