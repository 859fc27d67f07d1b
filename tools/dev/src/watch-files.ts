/** Hears of edited files, and gathers those that come together: editors write several times, and branches change many files at once. */
import { existsSync, type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
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
  const close = watchFolders(root, folders, (file) => {
    edited.add(file)
    tellSoon()
  })
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
      close()
    },
  }
}

/** One watch a folder: Node's recursive one is deaf to a file on Linux after another was put in its place, as many editors save. */
function watchFolders(root: string, folders: readonly string[], hear: (file: string) => void): () => void {
  const watchers = new Map<string, FSWatcher>()
  const follow = (folder: string, tell: (file: string) => void) => {
    if (watchers.has(folder)) return
    const watcher = watch(join(root, folder), (_event, name) => {
      // A folder tells of its own end, too.
      if (name === null || !existsSync(join(root, folder))) return
      const path = `${folder}/${name}`
      const found = statSync(join(root, path), { throwIfNoEntry: false })
      if (!found) forget(path)
      if (found?.isDirectory()) follow(path, hear)
      else hear(path)
    })
    watchers.set(
      folder,
      watcher.on('error', () => forget(folder)),
    )
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`
      if (!entry.isDirectory()) tell(path)
      else if (entry.name !== 'node_modules') follow(path, tell)
    }
  }
  const forget = (folder: string) => {
    for (const [path, watcher] of watchers) {
      if (path !== folder && !path.startsWith(`${folder}/`)) continue
      watcher.close()
      watchers.delete(path)
    }
  }
  for (const folder of folders) follow(folder, () => {})
  return () => {
    for (const watcher of watchers.values()) watcher.close()
  }
}
