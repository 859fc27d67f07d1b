/** Database engines, their versions and node sizes. */
export interface DatabaseVersionEntry {
  readonly version: string
  /** Exact version. */
  readonly release: string
  readonly endOfLife: string | null
  readonly endOfAvailability: string | null
}

export interface DatabaseEngineEntry {
  readonly slug: string
  /** Display name. */
  readonly title: string
  /** Engine that defines configuration, users and rules: its own slug, or the base engine of an advanced edition. */
  readonly base: 'pg' | 'mysql' | 'redis' | 'valkey' | 'mongodb' | 'kafka' | 'opensearch'
  readonly scheme: string
  /** Query string of the connection URI. */
  readonly query: string
  readonly port: number
  readonly poolPort: number | null
  readonly defaultUser: string
  /** Default database; null for engines without named databases. */
  readonly defaultDb: string | null
  readonly hasUsers: boolean
  readonly hasReplicas: boolean
  readonly hasBackups: boolean
  /** True if all nodes but one are standbys with their own addresses. */
  readonly hasStandbys: boolean
  /** Final status of an online migration; null if the engine does not support it. */
  readonly migration: 'syncing' | 'done' | null
  readonly regions: readonly string[]
  /** Versions, the oldest first. */
  readonly versions: readonly [DatabaseVersionEntry, ...DatabaseVersionEntry[]]
  readonly layouts: readonly DatabaseLayoutEntry[]
}

export interface DatabaseLayoutEntry {
  readonly num_nodes: number
  readonly sizes: readonly string[]
}

export interface DatabaseSizeEntry {
  readonly slug: string
  readonly vcpus: number
  readonly memoryGib: number
  /** Included and minimum storage, in MiB. */
  readonly storageMib: number
  readonly maxStorageMib: number
  /** Regions without this size. */
  readonly unavailableIn: readonly string[]
}

export const databaseSizes: readonly DatabaseSizeEntry[] = [
  size('db-s-1vcpu-1gb', 10, 30),
  size('db-s-1vcpu-2gb', 30, 60),
  size('db-s-2vcpu-2gb', 40, 90),
  size('db-s-2vcpu-4gb', 60, 200),
  size('db-s-4vcpu-8gb', 115, 460),
  size('db-s-6vcpu-16gb', 270, 990),
  size('db-s-8vcpu-32gb', 580, 2040),
  size('gd-2vcpu-8gb', 30, 1200),
  size('gd-4vcpu-16gb', 60, 2350),
  size('gd-8vcpu-32gb', 145, 4850),
  size('gd-16vcpu-64gb', 325, 9850),
  size('m-2vcpu-16gb', 50, 1300),
  size('m-4vcpu-32gb', 110, 2600),
  size('m-8vcpu-64gb', 230, 5200),
  size('so1_5-2vcpu-16gb', 400, 1600, ['sfo2']),
  size('so1_5-4vcpu-32gb', 770, 3200, ['sfo2']),
]

/** The only size without standby nodes, except on MongoDB and the advanced editions. */
export const smallestSize = 'db-s-1vcpu-1gb'

const all = databaseSizes.map(({ slug }) => slug)
const common = all.filter((slug) => slug !== 'db-s-2vcpu-2gb')
const aboveSmallest = common.filter((slug) => slug !== smallestSize)
const large = all.filter((slug) => !slug.startsWith('db-'))
const streaming = ['db-s-2vcpu-2gb', 'db-s-2vcpu-4gb', 'db-s-4vcpu-8gb', ...large.filter((slug) => slug.startsWith('gd-'))]

const oneToThree = [layout(1, common), layout(2, aboveSmallest), layout(3, aboveSmallest)]
const oneOrTwo = [layout(1, common), layout(2, aboveSmallest)]

/** Layouts of the advanced editions: clients also create the smallest size with one and three nodes. */
const advancedLayouts = [layout(1, [smallestSize, ...large]), layout(2, large), layout(3, [smallestSize, ...large])]

const advanced = ['ams3', 'fra1', 'nyc1', 'nyc3', 'sfo3', 'syd1']
const everywhere = ['ams3', 'blr1', 'fra1', 'lon1', 'nyc1', 'nyc3', 'sfo2', 'sfo3', 'sgp1', 'syd1', 'tor1']

const pg: DatabaseEngineEntry = {
  slug: 'pg',
  title: 'PostgreSQL',
  base: 'pg',
  scheme: 'postgresql',
  query: '?sslmode=require',
  port: 25_060,
  poolPort: 25_061,
  defaultUser: 'doadmin',
  defaultDb: 'defaultdb',
  hasUsers: true,
  hasReplicas: true,
  hasBackups: true,
  hasStandbys: true,
  migration: 'syncing',
  regions: everywhere,
  versions: [
    version('14', '14.17', '2026-11-12', '2026-05-12'),
    version('15', '15.12', '2027-11-11', '2027-05-11'),
    version('16', '16.8', '2028-11-09', '2028-05-09'),
    version('17', '17.4', '2029-11-08', '2029-05-08'),
  ],
  layouts: oneToThree,
}

const mysql: DatabaseEngineEntry = {
  ...pg,
  slug: 'mysql',
  title: 'MySQL',
  base: 'mysql',
  scheme: 'mysql',
  query: '?ssl-mode=REQUIRED',
  poolPort: null,
  versions: [version('8', '8.0.35')],
}

const redis: DatabaseEngineEntry = {
  ...pg,
  slug: 'redis',
  title: 'Redis',
  base: 'redis',
  scheme: 'rediss',
  query: '',
  port: 25_061,
  poolPort: null,
  defaultUser: 'default',
  defaultDb: null,
  hasUsers: false,
  hasReplicas: false,
  hasBackups: false,
  versions: [
    version('5', '5.0.14', '2022-04-30', '2022-01-31'),
    version('6', '6.2.14', '2025-06-30', '2025-04-30'),
    version('7', '7.0.15', '2026-06-30', '2026-04-30'),
  ],
  layouts: oneOrTwo,
}

export const databaseEngines: readonly DatabaseEngineEntry[] = [
  {
    ...pg,
    slug: 'kafka',
    title: 'Kafka',
    base: 'kafka',
    scheme: 'kafka',
    query: '',
    port: 25_073,
    poolPort: null,
    defaultDb: null,
    hasReplicas: false,
    hasBackups: false,
    hasStandbys: false,
    migration: null,
    versions: [
      version('3.5', '3.5.2', '2025-06-10', '2025-03-10'),
      version('3.7', '3.7.2', '2026-06-10', '2026-03-10'),
      version('3.8', '3.8.1', '2026-11-02', '2026-08-02'),
    ],
    layouts: [
      layout(1, [smallestSize]),
      layout(3, [smallestSize, ...streaming]),
      ...[6, 9, 15].map((nodes) =>
        layout(
          nodes,
          streaming.filter((slug) => slug.startsWith('gd-')),
        ),
      ),
    ],
  },
  {
    ...pg,
    slug: 'mongodb',
    title: 'MongoDB',
    base: 'mongodb',
    scheme: 'mongodb+srv',
    query: '?tls=true&authSource=admin',
    port: 27_017,
    poolPort: null,
    hasReplicas: false,
    hasStandbys: false,
    migration: 'done',
    versions: [
      version('6', '6.0.19', '2025-07-31', '2025-04-30'),
      version('7', '7.0.16', '2027-08-31', '2027-02-28'),
      version('8', '8.0.5'),
    ],
    layouts: [layout(1, common), layout(3, common)],
  },
  pg,
  mysql,
  redis,
  { ...redis, slug: 'valkey', title: 'Valkey', base: 'valkey', versions: [version('8', '8.0.2')] },
  {
    ...pg,
    slug: 'opensearch',
    title: 'OpenSearch',
    base: 'opensearch',
    scheme: 'https',
    query: '',
    poolPort: null,
    defaultDb: null,
    hasReplicas: false,
    hasStandbys: false,
    migration: null,
    versions: [version('1', '1.3.20', undefined, '2026-05-01'), version('2', '2.17.1'), version('2.19', '2.19.1')],
    layouts: [layout(1, common), layout(3, aboveSmallest), layout(6, large), layout(9, large), layout(15, large)],
  },
  {
    ...pg,
    slug: 'advanced_pg',
    title: 'PostgreSQL Advanced',
    regions: advanced,
    versions: [
      version('16', '16.8', '2028-11-09', '2028-05-09'),
      version('17', '17.4', '2029-11-08', '2029-05-08'),
      version('18', '18.0', '2030-11-14', '2030-05-14'),
    ],
    layouts: advancedLayouts,
  },
  {
    ...mysql,
    slug: 'advanced_mysql',
    title: 'MySQL Advanced',
    regions: advanced,
    layouts: advancedLayouts,
    versions: [version('8', '8.0.35'), version('8.4.8', '8.4.8')],
  },
]

function layout(nodes: number, sizes: readonly string[]): DatabaseLayoutEntry {
  return { num_nodes: nodes, sizes }
}

function version(name: string, release: string, endOfLife?: string, endOfAvailability?: string): DatabaseVersionEntry {
  const midnight = (day: string | undefined | null) => (day ? `${day}T00:00:00Z` : null)
  return { version: name, release, endOfLife: midnight(endOfLife), endOfAvailability: midnight(endOfAvailability) }
}

/** Parses the number of CPUs and the memory from the slug. */
function size(slug: string, storageGib: number, maxStorageGib: number, unavailableIn: readonly string[] = []): DatabaseSizeEntry {
  const [, vcpus, memory] = /-(\d+)vcpu-(\d+)gb$/.exec(slug) ?? []
  const storage = { storageMib: storageGib * 1024, maxStorageMib: maxStorageGib * 1024 }
  return { slug, vcpus: Number(vcpus), memoryGib: Number(memory), ...storage, unavailableIn }
}
