/** Most important fields of an object as a table. References are links by name. */
import type { ComponentChildren } from 'preact'
import type { ObjectDetail } from '../../../src/generated/controls.ts'
import type { Value } from '../../data/objects.ts'
import { createConsoleMask } from '../../parts/create-console-mask.ts'
import { ObjectLink } from '../../parts/object-link.tsx'

/** Fields in the order of their importance; all others follow. */
const importantFields = [
  'networks',
  'ip',
  'ip_address',
  'ipv6',
  'live_url',
  'connection',
  'endpoint',
  'url',
  'monthly_price',
  'size',
  'size_slug',
  'size_gigabytes',
  'vcpus',
  'memory',
  'disk',
  'image',
  'engine',
  'version',
  'region',
]

const hiddenFields = new Set(['id', 'uuid', 'name', 'status', 'state', 'locked'])
const maxFacts = 16
const maxLength = 200

interface Props {
  readonly value: Value
  readonly parent: string | undefined
  readonly detail: ObjectDetail | undefined
}

export function Facts({ value, parent = '', detail }: Props) {
  const masked = createConsoleMask().value(value, parent) as Value
  const price = detail?.monthly_price
  const fields = { ...masked, ...(typeof price === 'number' && { monthly_price: price }) }
  const facts = Object.entries(fields)
    .filter(([name]) => !hiddenFields.has(name) && !(name === 'size_slug' && 'size' in fields))
    .map(([name, field]) => ({ name, text: formatFact(name, field) }))
    .filter(({ text }) => text !== '')
    .toSorted((a, b) => rankField(a.name) - rankField(b.name))
    .slice(0, maxFacts)
  if (facts.length === 0) return null
  return (
    <dl class="card facts">
      {facts.map(({ name, text }) => (
        <div key={name}>
          <dt>{name.replace(/_(?:uuid|ids?)$/, '').replaceAll('_', ' ')}</dt>
          <dd>{linkNames(name, detail) ?? text}</dd>
        </div>
      ))}
    </dl>
  )
}

function rankField(name: string): number {
  const at = importantFields.indexOf(name)
  return at === -1 ? importantFields.length : at
}

/** Links to the objects that the field refers to. */
function linkNames(name: string, detail: ObjectDetail | undefined): ComponentChildren | undefined {
  const links =
    detail?.refers_to.filter(({ field, name: title }) => title !== null && (field === name || field.startsWith(`${name}.`))) ?? []
  if (links.length === 0) return undefined
  return links.map(({ object, name: title }, at) => (
    <>
      {at > 0 && ', '}
      <ObjectLink object={object} name={title} />
    </>
  ))
}

const units: Readonly<Record<string, (value: number) => string>> = {
  memory: (value) => `${value / 1024} GB`,
  disk: (value) => `${value} GB`,
  size_gigabytes: (value) => `${value} GB`,
  monthly_price: (value) => `$${value.toFixed(2)}`,
}

function formatFact(name: string, value: unknown): string {
  const unit = units[name]
  if (typeof value === 'number' && unit) return unit(value)
  const text = name === 'networks' ? formatNetworks(value) : formatValue(value)
  return text.length > maxLength ? `${text.slice(0, maxLength)} …` : text
}

/** Text of scalars and lists of them; of objects their slug, name, URI or host. */
function formatValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) {
    const items = value.map(formatValue)
    return items.every((item) => item !== '') ? items.join(', ') : ''
  }
  if (typeof value !== 'object') return String(value)
  const { slug, name, uri, host } = value as Value
  const found = slug ?? name ?? uri ?? host
  return typeof found === 'string' ? found : ''
}

/** Addresses of a droplet with their type. */
function formatNetworks(value: unknown): string {
  const networks = Object.values(Object(value) as Value).flatMap((list) => (Array.isArray(list) ? (list as readonly Value[]) : []))
  return networks.map(({ ip_address: ip, type }) => `${String(ip)} (${String(type)})`).join(', ')
}
