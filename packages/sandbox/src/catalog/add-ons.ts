/** Add-on apps of fictional third-party vendors. */
import type { DeepReadonly } from '../engine/kinds.ts'
import type { Operations } from '../generated/types.ts'

export type AddOnPlanEntry = DeepReadonly<Operations['addOns_apps_list']['reply']['apps'][number]['plans'][number]>
type Feature = NonNullable<AddOnPlanEntry['features']>[number]

export interface AddOnQuestion {
  readonly id: number
  readonly name: string
  readonly display_name: string
  readonly description: string
  readonly type: 'string' | 'boolean'
  readonly options: readonly string[]
  /** True if the question has a default answer. */
  readonly optional?: true
}

export interface AddOnAppEntry {
  readonly slug: string
  readonly name: string
  readonly host: string
  /** True if the app is linked to a single droplet. */
  readonly linksDroplets: boolean
  readonly questions: readonly AddOnQuestion[]
  readonly plans: readonly AddOnPlanEntry[]
}

const listedAt = '2025-06-01T00:00:00Z'
const revised = '2026-01-15T00:00:00Z'

const feature = (id: number, name: string, rest: Pick<Feature, 'type' | 'unit' | 'value'>): Feature => ({
  id,
  name,
  ...rest,
  created_at: listedAt,
  updated_at: revised,
})
const amount = (id: number, name: string, value: string, unit: Feature['unit'] = 'count') =>
  feature(id, name, { type: 'allowance', unit, value })
const included = (id: number, name: string) => feature(id, name, { type: 'boolean', value: true })

const plan = (
  entry: Pick<AddOnPlanEntry, 'id' | 'app_id' | 'display_name' | 'description' | 'slug' | 'price_per_month' | 'uuid'> &
    Partial<AddOnPlanEntry>,
): AddOnPlanEntry => ({
  active: true,
  state: 'approved',
  features: [],
  created_at: listedAt,
  updated_at: revised,
  available: true,
  by_default: false,
  dimensions: [],
  ...entry,
})

export const addOnApps: readonly AddOnAppEntry[] = [
  {
    slug: 'quillmail',
    name: 'Quillmail',
    host: 'quillmail.example',
    linksDroplets: true,
    questions: [
      {
        id: 17,
        name: 'sender_domain',
        display_name: 'Sender domain',
        description: 'The domain that mails come from.',
        type: 'string',
        options: [],
      },
      {
        id: 18,
        name: 'track_opens',
        display_name: 'Count opened mails',
        description: 'Whether mails carry an invisible picture.',
        type: 'boolean',
        options: [],
        optional: true,
      },
    ],
    plans: [
      plan({
        id: 311,
        app_id: 42,
        display_name: 'Starter',
        description: 'For small shops: 10,000 mails a month.',
        slug: 'quillmail-starter',
        price_per_month: 9,
        uuid: 'c2908e5b-71d4-4a3f-b6e0-15d7f84a93c2',
        by_default: true,
        features: [amount(871, 'Mails a month', '10000'), included(872, 'Own sender domain')],
        dimensions: [
          {
            id: 58,
            sku: 'QUILLMAIL-EXTRA-MAILS',
            slug: 'extra-mails',
            display_name: 'Extra mails',
            feature_name: 'Mails a month',
            volumes: [{ id: 120, low_volume: 10_001, max_volume: 1_000_000, price_per_unit: '0.0008' }],
          },
        ],
      }),
      plan({
        id: 312,
        app_id: 42,
        display_name: 'Growth',
        description: 'For shops that write to everybody.',
        slug: 'quillmail-growth',
        price_per_month: 49,
        uuid: '83f5d10a-2e97-4c6b-9b48-d60c7e21f4a5',
        features: [amount(873, 'Mails a month', '100000'), included(874, 'Own sender domain'), included(875, 'Own sending address')],
      }),
      plan({
        id: 309,
        app_id: 42,
        display_name: 'Pioneer',
        description: 'For those who came first. Closed.',
        slug: 'quillmail-pioneer',
        price_per_month: 5,
        uuid: '1e6b0d74-5fa2-4c38-90d7-a3f8e62c41b9',
        active: false,
        available: false,
        state: 'archived',
      }),
    ],
  },
  {
    slug: 'lanternlog',
    name: 'Lanternlog',
    host: 'lanternlog.example',
    linksDroplets: false,
    questions: [
      {
        id: 24,
        name: 'data_region',
        display_name: 'Region of the data',
        description: 'Where lines are kept.',
        type: 'string',
        options: ['eu', 'us'],
      },
    ],
    plans: [
      plan({
        id: 340,
        app_id: 47,
        display_name: 'Free',
        description: 'One gigabyte, kept for three days.',
        slug: 'lanternlog-free',
        price_per_month: 0,
        uuid: '9a47c1e3-06bd-4f82-8e5a-7d20f9b3c658',
        by_default: true,
        features: [amount(910, 'Stored lines', '1', 'GB'), feature(911, 'Kept for', { type: 'string', value: '3 days' })],
      }),
      plan({
        id: 341,
        app_id: 47,
        display_name: 'Team',
        description: 'Fifty gigabytes, kept for a month.',
        slug: 'lanternlog-team',
        price_per_month: 25,
        uuid: '4f0e83b6-d91c-47a5-b2f8-06c5e7a19d32',
        features: [amount(912, 'Stored lines', '50', 'GB'), feature(913, 'Kept for', { type: 'string', value: '30 days' })],
      }),
    ],
  },
]
