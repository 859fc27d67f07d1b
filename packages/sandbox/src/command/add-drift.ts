/** `spindrift-sandbox drift`. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import { driftChanges } from '../control/drift/changes.ts'
import type { DriftReport, DriftRequest } from '../control/drift/apply-drift.ts'
import { isRecord } from '../engine/values.ts'
import { addRunning, createJsonOption, findRunning, requestRunning } from './request-running.ts'
import { parseCount } from './parse-flags.ts'

interface DriftFlags extends DriftRequest {
  readonly json?: boolean
}

export function addDrift(program: Command): void {
  addRunning(program.command('drift').description("change resources behind the client's back"))
    .option('--kind <kind>', 'kind of the resources, for example droplet; default: any')
    .option('--id <id>', 'id of one resource')
    .addOption(new Option('--change <change>', 'what changes; default: any of them').choices(driftChanges))
    .addOption(new Option('--count <number>', 'number of resources; default: 1').argParser(parseNumber))
    .option('--seed <text>', 'seed of the random choice; default: a new one')
    .option('--account <email>', 'account, by its user; default: the first')
    .addOption(createJsonOption())
    .addHelpText('after', examples)
    .action(async ({ kind, id, change, count, seed, account, json }: DriftFlags, command: Command) => {
      const request = { kind, id, change, count, seed, account }
      const report = (await requestRunning(await findRunning(command), 'POST', 'drift', request)) as unknown as DriftReport
      console.log(json ? JSON.stringify(report) : formatReport(report))
    })
}

function parseNumber(text: string): number {
  const count = parseCount(text)
  if (count < 1 || count > 100) throw new InvalidArgumentError('Give a whole number from 1 to 100.')
  return count
}

function formatReport({ seed, changes }: DriftReport): string {
  const lines = changes.map(({ change, object, before, after }) => {
    const { name } = (isRecord(before) ? before : {}) as { readonly name?: unknown }
    const title = typeof name === 'string' && name !== object.id ? ` (${name})` : ''
    const fields = formatFields(before, after)
    return `${change} ${object.kind} ${object.id}${title}${fields === '' ? '' : `: ${fields}`}`
  })
  return [...lines, `seed: ${seed}`].join('\n')
}

/** Formats the changed fields; empty for a deleted object. */
function formatFields(before: unknown, after: unknown): string {
  if (!isRecord(before) || !isRecord(after)) return ''
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return names.map((name) => `${name} ${formatValue(before[name])} → ${formatValue(after[name])}`).join(', ')
}

const maxValueLength = 60

function formatValue(value: unknown): string {
  const text = JSON.stringify(isRecord(value) && 'slug' in value ? value['slug'] : value) ?? 'nothing'
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text
}

const examples = `
To test that infrastructure code notices a change and repairs it. A change has
all effects of a request, at once, but is not in the request log.

Changes: rename, retag, resize (droplets, volumes, file shares, load balancers,
databases, node pools), add_rule (firewalls, load balancers, databases; a record
of a domain), delete.

Examples:
  $ spindrift-sandbox drift --kind droplet --change resize
  $ spindrift-sandbox drift --kind volume --id 506f78a4-e098-11e5-ad9f-000f53306ae1 --change delete
  $ spindrift-sandbox drift --count 3 --seed friday --json
`
