/** Hears of edited files, and gathers those that come together: editors write several times, and branches change many files at once. */
import { watch } from 'node:fs'
import { join } from 'node:path'

const quietMilliseconds = 40

export interface Watched {
  /** Waits for the next edits. */
  readonly next: () => Promise<readonly string[]>
  /** Those so far that are of a kind, which are not told of again. */
  readonly take: (kind: RegExp) => readonly string[]
  readonly close: () => void
}

/** @param folders from `root`; files are named so too */
export function watchFiles(root: string, folders: readonly string[]): Watched {
  const edited = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let tell: () => void = () => undefined
  const tellSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => tell(), quietMilliseconds)
  }
  const take = (kind = /(?:)/) => {
    const files = [...edited].filter((file) => kind.test(file)).toSorted()
    for (const file of files) edited.delete(file)
    return files
  }
  const watchers = folders.map((folder) =>
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      if (name === null) return
      edited.add(join(folder, name).replaceAll('\\', '/'))
      tellSoon()
    }),
  )
  return {
    next: async () => {
      await new Promise<void>((resolve) => {
        tell = resolve
        if (edited.size > 0) tellSoon()
      })
      return take()
    },
    take,
    close: () => {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
    },
  }
}
