/** Options of database clusters in the form of responses. */
import { databaseEngines } from '../../catalog/database-engines.ts'
import type { Handler } from '../../engine/call.ts'
import type { Operations } from '../../generated/types.ts'

type Reply = Operations['databases_options_list']['reply']

const options = databaseEngines.map(({ slug, regions, versions, layouts }) => [
  slug,
  { regions, versions: versions.map(({ version }) => version), layouts },
])

const calendar = databaseEngines.map(({ slug, versions }) => [
  slug,
  versions.map(({ version, endOfLife, endOfAvailability }) => ({
    end_of_life: endOfLife,
    end_of_availability: endOfAvailability,
    version,
  })),
])

// The catalog has every engine of the specification.
const reply = { options: Object.fromEntries(options), version_availability: Object.fromEntries(calendar) } as Reply

export const listOptions: Handler<'databases_options_list'> = () => reply
