import { rowOf } from '../engine/objects.ts'
import { type Path, WorldError } from './world-error.ts'

const { isIP } = process.getBuiltinModule('node:net')

const forms = {
  integer: [(id: unknown) => typeof id === 'number' && Number.isSafeInteger(id) && id > 0, 'a whole number from 1'],
  uuid: [(id: unknown) => typeof id === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id), 'a lower-case uuid'],
  ip: [(id: unknown) => typeof id === 'string' && isIP(id) !== 0, 'an IP address'],
} as const

const text = [
  (id: unknown) => typeof id === 'string' && /^[\w.-]{1,255}$/.test(id),
  'letters, digits, dots, dashes and underscores',
] as const

/** Validates an id in a world file. @throws WorldError */
export function checkId(resource: string, id: unknown, path: Path): string | number {
  const { kind = 'name' } = rowOf(resource).id ?? {}
  const [accepts, description] = Object.hasOwn(forms, kind) ? forms[kind as keyof typeof forms] : text
  if (accepts(id)) return id as string | number
  throw new WorldError([...path, 'id'], `${JSON.stringify(id)} is not a valid id; it must be ${description}.`)
}
