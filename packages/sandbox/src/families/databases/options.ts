/** The catalogue as replies show it. */
import { databaseEngines } from '../../catalogue/database-engines.ts'
import type { Behavior } from '../../engine/call.ts'

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

const body = JSON.stringify({ options: Object.fromEntries(options), version_availability: Object.fromEntries(calendar) })

export const listOptions: Behavior = () => ({ body })
