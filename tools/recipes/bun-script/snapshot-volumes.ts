#!/usr/bin/env bun
/** Takes a snapshot of each volume and keeps the newest few: `bun snapshot-volumes.ts report.csv 3`. */
import { createCloud } from '@spindrift/client'

const [report = 'report.csv', keep = '3'] = Bun.argv.slice(2)
const cloud = createCloud()
const lines = ['volume,taken,deleted']

for await (const { id, name } of cloud.volumes.list()) {
  const { snapshot } = await cloud.volumes.snapshots.create(id, { name: `${name}-${Bun.randomUUIDv7()}` })
  const others = (await cloud.volumes.snapshots.list(id).toArray()).filter((other) => other.id !== snapshot.id)
  const old = others.toSorted((a, b) => b.created_at.localeCompare(a.created_at)).slice(Number(keep) - 1)
  for (const other of old) await cloud.snapshots.delete(other.id)
  lines.push([name, snapshot.name, old.length].join(','))
}

await Bun.write(report, `${lines.join('\n')}\n`)
console.log(`${lines.length - 1} volumes, ${await Bun.file(report).size} bytes in ${report}`)
