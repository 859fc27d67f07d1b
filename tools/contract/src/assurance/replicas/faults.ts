/** Faults of replicas, of their database and of the connections between them. */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../create-random.ts'
import type { Replicas } from './start-replicas.ts'

export interface FaultContext {
  readonly replicas: Replicas
  readonly random: Random
  /** Duration of a pause. */
  readonly pauseSeconds: number
}

export interface Fault {
  readonly name: string
  /** A single sandbox has no Postgres. */
  readonly needsPostgres?: true
  /** Clients may see only 503. */
  readonly isHiddenByRetries?: true
  /** @returns faults that it found itself */
  readonly inject: (setting: FaultContext) => Promise<readonly string[] | void>
}

const pickReplica = ({ replicas: { servers }, random }: FaultContext) => random.integer(0, servers.length - 1)

const killReplica: Fault = {
  name: 'kill -9 a replica',
  inject: async (setting) => {
    const { servers, startReplica, updateBalancer } = setting.replicas
    const n = pickReplica(setting)
    await servers[n]?.stop('SIGKILL')
    servers[n] = await startReplica()
    updateBalancer()
  },
}

const pauseReplica: Fault = {
  name: 'pause a replica',
  inject: async (setting) => {
    const { processId } = setting.replicas.servers[pickReplica(setting)] ?? {}
    if (processId === undefined) return
    process.kill(processId, 'SIGSTOP')
    try {
      await sleep(setting.pauseSeconds * 1000)
    } finally {
      process.kill(processId, 'SIGCONT')
    }
  },
}

const killPostgres: Fault = {
  name: 'kill -9 Postgres',
  needsPostgres: true,
  inject: async ({ replicas: { postgres }, random }) => {
    await postgres?.kill()
    await sleep(random.next() * 1000)
    await postgres?.start()
  },
}

const cutConnections: Fault = {
  name: 'cut connections',
  needsPostgres: true,
  inject: async ({ replicas: { proxy }, random }) => {
    for (let n = 0; n < 5; n += 1) {
      proxy?.resetConnections()
      await sleep(random.next() * 200)
    }
  },
}

const delayConnections: Fault = {
  name: 'delay connections',
  needsPostgres: true,
  inject: async ({ replicas: { proxy }, random }) => {
    proxy?.setDelay(random.integer(20, 200))
    await sleep(1500)
    proxy?.setDelay(0)
  },
}

const dropBytes: Fault = {
  name: 'drop what is sent',
  needsPostgres: true,
  inject: async ({ replicas: { proxy }, random }) => {
    proxy?.setDropping(true)
    await sleep(random.integer(500, 2000))
    proxy?.setDropping(false)
  },
}

/** Postgres has its own file system, which is filled and emptied. */
const fillDisk: Fault = {
  name: 'full disk',
  needsPostgres: true,
  inject: async ({ replicas: { postgres } }) => {
    if (!postgres) return
    const file = join(postgres.folder, 'filler')
    const filler = openSync(file, 'w')
    try {
      for (const data of [Buffer.alloc(1_048_576), Buffer.alloc(4096)]) fillFile(filler, data)
      await sleep(1500)
    } finally {
      closeSync(filler)
      rmSync(file)
    }
    // Postgres may have stopped without space for its log.
    await postgres.start()
  },
}

function fillFile(file: number, data: Buffer): void {
  try {
    for (;;) if (writeSync(file, data) < data.length) return
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

/** Starts a new replica, removes an old one from the balancer and stops it, one after the other. */
const upgrade: Fault = {
  name: 'rolling upgrade',
  needsPostgres: true,
  isHiddenByRetries: true,
  inject: async ({ replicas: { servers, startReplica, updateBalancer } }) => {
    for (const [n, old] of servers.entries()) {
      servers[n] = await startReplica()
      updateBalancer()
      await old.stop('SIGTERM')
    }
  },
}

export const allFaults: readonly Fault[] = [
  killReplica,
  pauseReplica,
  killPostgres,
  cutConnections,
  delayConnections,
  dropBytes,
  fillDisk,
  upgrade,
]
export const needsOwnDisk = (fault: Fault): boolean => fault === fillDisk
