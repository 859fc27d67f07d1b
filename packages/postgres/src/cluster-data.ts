/** Data folders: `clusters/<id>/<database>`, and `backups/<id>/<time>/<database>` with the state at a time. */
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { copyFolder, linkFolder } from './folders.ts'
import type { Backend } from './server.ts'
import type { Servers } from './servers.ts'

/** The API keeps seven backups; the oldest may share its data with an earlier one. */
const maxBackups = 8

export class ClusterData {
  readonly #folder: string
  readonly #postgres: Backend
  readonly #servers: Servers

  constructor(folder: string, backend: Backend, servers: Servers) {
    this.#folder = folder
    this.#postgres = backend
    this.#servers = servers
  }

  /** Folder of the server for a database; PostgreSQL has one for all databases of a cluster. */
  folderOf(cluster: string, database: string): string {
    return join(this.#folder, 'clusters', cluster, this.#postgres.isPerDatabase ? encodeURIComponent(database) : 'all')
  }

  /** Copies the data of a cluster, or of its last backup at a time, to a new cluster. */
  async fork(cluster: string, source: string, time?: string): Promise<void> {
    const target = join(this.#folder, 'clusters', cluster)
    if (time === undefined) return this.#copyTree(join(this.#folder, 'clusters', source), target)
    const backups = join(this.#folder, 'backups', source)
    const times = existsSync(backups) ? readdirSync(backups).toSorted() : []
    const last = times.findLast((name) => name <= encodeURIComponent(time))
    if (last !== undefined) await this.#copyTree(join(backups, last), target)
  }

  async backUp(cluster: string, time: string): Promise<void> {
    const folder = join(this.#folder, 'backups', cluster)
    await this.#copyTree(join(this.#folder, 'clusters', cluster), join(folder, encodeURIComponent(time)))
    const times = existsSync(folder) ? (await readdir(folder)).toSorted() : []
    for (const name of times.slice(0, -maxBackups)) await remove(join(folder, name))
  }

  async removeDatabase(cluster: string, database: string): Promise<void> {
    if (!this.#postgres.isPerDatabase) return
    await this.#servers.stop(this.folderOf(cluster, database))
    await remove(this.folderOf(cluster, database))
  }

  async removeCluster(cluster: string): Promise<void> {
    await this.#servers.stop(join(this.#folder, 'clusters', cluster))
    for (const part of ['clusters', 'backups']) await remove(join(this.#folder, part, cluster))
  }

  /** Replaces everything by the content of a folder, or by nothing. */
  async replaceAll(source: string | undefined): Promise<void> {
    await this.#servers.stop(this.#folder)
    await remove(this.#folder)
    if (source !== undefined) await this.#copyParts(source, this.#folder)
  }

  copyAll(target: string): Promise<void> {
    return this.#copyParts(this.#folder, target)
  }

  /** Copies clusters, and links to the files of backups, which never change. */
  async #copyParts(source: string, target: string): Promise<void> {
    await this.#copyTree(join(source, 'clusters'), join(target, 'clusters'))
    await this.#copyTree(join(source, 'backups'), join(target, 'backups'), linkFolder)
  }

  /** Copies the data folders in a folder, those of running servers by the servers. */
  async #copyTree(source: string, target: string, copy = copyFolder): Promise<void> {
    if (existsSync(join(source, 'PG_VERSION'))) {
      const server = await this.#servers.find(source)
      await (server ? server.copyTo(target) : copy(source, target))
    } else if (existsSync(source)) {
      await mkdir(target, { recursive: true })
      for (const name of await readdir(source)) await this.#copyTree(join(source, name), join(target, name), copy)
    }
  }
}

function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true })
}
