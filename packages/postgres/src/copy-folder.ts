import { cp, rename, rm } from 'node:fs/promises'

/** Copies a folder under a temporary name first, so that an interrupted copy is never used. */
export async function copyFolder(source: string, target: string, finish?: (unfinished: string) => Promise<unknown>): Promise<void> {
  const unfinished = `${target}%new`
  await rm(unfinished, { recursive: true, force: true })
  await cp(source, unfinished, { recursive: true })
  await finish?.(unfinished)
  await rename(unfinished, target)
}
