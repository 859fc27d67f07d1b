/** A command that verifies one property, with the number of cases of the published figures. */
export interface Verification {
  /** Verified property. */
  readonly title: string
  /** Cases that the command goes through. */
  readonly scope: string
  /** Cases that it does not cover. */
  readonly gaps: string
  /** Arguments of `pnpm verify`. */
  readonly command: string
  readonly args?: readonly string[]
}

export const verifications: readonly Verification[] = [
  {
    title: 'Contract requirements that tests cover',
    scope: 'Every requirement in spec/rules.yaml, by the tests that name it.',
    gaps: 'Most tests check one or a few of the operations that a requirement applies to.',
    command: 'rules',
  },
  {
    title: 'Operations that the sandbox implements',
    scope: 'Every operation of the specification.',
    gaps: 'The behavior of the code: see `examples`, `fuzz` and `recorded`.',
    command: 'operations',
  },
  {
    title: 'Authorization server checklist',
    scope: 'One test per line of the checklist of the authorization server.',
    gaps: 'Flows that the contract does not have.',
    command: 'oauth',
  },
  {
    title: 'Recorded responses of the real platform',
    scope: 'Every row of spec/observed.tsv without an exception, each with a live request.',
    gaps: 'Responses that nobody published. For a row about a client, only fields that the client reads.',
    command: 'recorded',
  },
  {
    title: 'Round trip: every property sent is returned, and nothing is added',
    scope:
      'Every kind of resource that a client can create: compares the request with the reply, the object, its list and the replies to updates.',
    gaps: 'Properties that only the platform sets. Resources that need something outside the platform.',
    command: 'round-trip',
  },
  {
    title: 'Zero values of optional properties, which typed clients send',
    scope:
      'Every request body: each optional property as `""`, 0, false, [], {} and null, alone and all together. `reasons` says why some are refused.',
    gaps: 'Bodies in states that the fixtures do not reach: `unreached` operations are only checked for server errors.',
    command: 'zero-values',
  },
  {
    title: 'Scopes that each operation requires',
    scope: 'Every operation that declares scopes: with all of them, without one of them, and with all others.',
    gaps: 'Ownership of resources, and rules within a scope.',
    command: 'scopes',
  },
  {
    title: 'State machines, with the waits of the client',
    scope: 'Every kind of resource with states: the states that the sandbox passes through and those that the client waits for.',
    gaps: 'Durations on the real platform. States that only the real platform reaches.',
    command: 'state-machines',
  },
  {
    title: 'Races of 64 callers: exactly the allowed number wins',
    scope: 'Pairs of conflicting requests, sent by 64 concurrent callers in many rounds.',
    gaps: 'Other pairs of requests. Races between processes: see `replicas`.',
    command: 'races',
  },
  {
    title: 'Rate limiter compared with a simple model',
    scope: 'Random histories of requests and clock changes for every budget and window.',
    gaps: 'Several accounts at once. The precision of the system clock.',
    command: 'limits',
  },
  {
    title: 'kill -9 under load, full disk',
    scope: 'kill -9 at random moments during writes of tags, volumes, domain records, droplets, actions and projects.',
    gaps: 'Power failures. Disks that acknowledge writes too early. Other kinds of writes.',
    command: 'crash',
  },
  {
    title: 'Fuzzing with requests generated from the specification',
    scope: 'Every operation with valid, invalid and hostile input. `answered` counts operations with a successful response.',
    gaps: 'Whether a successful response has the right content, beyond its schema and later reads. Long sequences of requests.',
    command: 'fuzz',
    args: ['--cases', '250000'],
  },
  {
    title: 'Malformed HTTP',
    scope: 'Connections that send unreadable messages, broken bodies, hostile addresses, and slow or endless data.',
    gaps: 'Attacks through a proxy that parses the bytes differently. Floods from several machines.',
    command: 'malformed-http',
  },
  {
    title: 'Attacks from other sites and machines, and secrets in outputs',
    scope:
      'Host names, origins and sites of every kind of request; redirects; a text in every secret property of the specification, looked for in log, HAR, events, objects and tool results; the cost of looking; a sandbox that listens on all addresses.',
    gaps: 'A real browser and a real DNS server. Attacks on TLS. Secrets in properties that the specification does not mark.',
    command: 'security',
  },
  {
    title: 'Worst-case requests do not block other requests',
    scope:
      'The worst value for every place of every body at 64 kB, 256 kB and 1 MB. Every list with 1,000 objects of each kind, or as many as the platform allows, also after up to a simulated year (`days`).',
    gaps: 'Several bad values in one body. Updates and deletions of large accounts. The first invoice after a start. The control plane (see `security`) and the sign-in pages. Time spent waiting for a turn or for the disk.',
    command: 'worst-case',
  },
  {
    title: 'Linearizability with three replicas',
    scope: 'Histories of registers, counters, names, codes, refresh tokens and budgets through a random load balancer.',
    gaps: 'Orders of events that did not occur. Other operations. More replicas.',
    command: 'linearizability',
    args: ['--replicas', '3'],
  },
  {
    title: 'Faults of three replicas and their Postgres under load',
    scope: 'Every kind of fault in several rounds, while clients write through a load balancer: no write is lost, repeated or stale.',
    gaps: 'Two faults at once. Networks between machines. Bugs of Postgres.',
    command: 'replicas',
    args: ['--replicas', '3'],
  },
  {
    title: 'Ten minutes of mixed load',
    scope: 'Reads, lists, creates and deletes on eight connections: responses, memory, file descriptors, log and shutdown on SIGTERM.',
    gaps: 'Slow leaks. Other kinds of requests. Other systems than Linux.',
    command: 'soak',
  },
  {
    title: 'Every operation with every example, also validated by Prism',
    scope: 'Every example of every operation of the specification.',
    gaps: 'Other values. Other orders of requests.',
    command: 'examples',
    args: ['--proxy'],
  },
  {
    title: 'Samples of the reference, run on a new sandbox',
    scope:
      'Every sample of every operation in curl, fetch, Python, Go, the client and its path API: it compiles and gets the documented response.',
    gaps: 'Samples with changed values.',
    command: 'samples',
  },
  {
    title: 'Search of the reference',
    scope: 'Questions written by people: the first result must be the right page.',
    gaps: 'Other questions.',
    command: 'search',
  },
  {
    title: 'Arazzo workflows',
    scope: 'Every step and every criterion of every workflow.',
    gaps: 'Sequences that no workflow has.',
    command: 'workflows',
  },
  {
    title: 'Every database tool over stdio and HTTP',
    scope: 'Every tool, with both transports and both protocol revisions, in one sequence.',
    gaps: 'How a model uses the results.',
    command: 'mcp',
    args: ['workflow'],
  },
  {
    title: 'Valid and invalid tool arguments',
    scope: 'Every tool with arguments that its schema accepts and rejects.',
    gaps: 'Arguments that only the platform can reject.',
    command: 'mcp',
    args: ['arguments'],
  },
  {
    title: 'Conformance suite of the Model Context Protocol',
    scope: 'Scenarios of the suite that need no special server; these are few of many.',
    gaps: "Scenarios that call tools, prompts and resources of the suite's own server. Tests in packages/mcp cover the transport.",
    command: 'mcp',
    args: ['conformance'],
  },
  {
    title: 'Unmodified clients in Go, Python, Ansible and Packer',
    scope: 'Each client, with the commands of its test.',
    gaps: 'Features that the tests do not use. Other versions.',
    command: 'clients',
    args: ['--install'],
  },
  {
    title: 'Recipes of the client with other libraries and runtimes',
    scope: 'Every recipe, run on the sandbox. `skipped` lists recipes whose runtime is not installed.',
    gaps: 'Other versions of the libraries. Real models.',
    command: 'recipes',
  },
  {
    title: 'OpenAPI documents in other generators and importers',
    scope: 'Five tools with four documents: the output contains every operation and compiles.',
    gaps: 'Other tools, such as those in Java. The output is not executed.',
    command: 'openapi',
  },
  {
    title: 'Packages as they are published',
    scope: 'Every package: packed, published to a local registry, installed and used.',
    gaps: 'The real registry.',
    command: 'release',
  },
]

export const formatCommand = ({ command, args = [] }: Verification): string => ['pnpm', 'verify', command, ...args].join(' ')
