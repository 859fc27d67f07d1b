/** Every command that shows that something holds, with the budget of the figures that are quoted. */
export interface Proof {
  /** What it shows, for a reader. */
  readonly shows: string
  /** Out of what: what it went through, by what it is counted in. */
  readonly covers: string
  /** What may be wrong all the same. */
  readonly unseen: string
  /** What `pnpm prove` is told. */
  readonly what: string
  readonly args?: readonly string[]
}

export const proofs: readonly Proof[] = [
  {
    shows: 'Sentences of the contract that a test shows',
    covers: 'every sentence of spec/rules.yaml, by the tests that name it, run now',
    unseen: 'whether a test shows all that its sentence says; most look at one or a few of the operations that the sentence binds',
    what: 'rules',
  },
  {
    shows: 'Operations that the sandbox answers, none with 501',
    covers: 'every operation of the specification, once, in the tables',
    unseen: 'nothing is asked: that an operation has code says nothing of what it answers (that is `examples`, `fuzz`, `observed`)',
    what: 'operations',
  },
  {
    shows: 'Checklist of the authorization server, a test a line',
    covers: 'the authorization server, a test for each line of its checklist',
    unseen: 'what no line names; other flows than those of the contract',
    what: 'oauth',
  },
  {
    shows: 'What the platform was seen to answer, a request a row',
    covers: 'the rows of spec/observed.tsv without an exception, each a live request',
    unseen: "what nobody wrote down in public; for a client's row only what the client looks at",
    what: 'observed',
  },
  {
    shows: 'Round trip: every property sent is returned, and nothing is added',
    covers: 'every kind of resource that can be made: what is sent beside what is read, again after a change',
    unseen: 'fields that only the platform fills in; kinds that need something from outside',
    what: 'round-trip',
  },
  {
    shows: 'Operations that ask for exactly their fine-grained scopes',
    covers: 'every operation that declares scopes, with them, without one of them and with all others',
    unseen: 'what a token may do within what its scopes allow; whose resource it is',
    what: 'scopes',
  },
  {
    shows: 'Waits of the client beside the states of the sandbox',
    covers: 'every kind of resource with states: what the client waits for beside what the sandbox goes through',
    unseen: 'how long the platform takes; states that only the platform reaches',
    what: 'state-machines',
  },
  {
    shows: 'Races of 64 callers: exactly the allowed winners',
    covers: 'pairs of requests that exclude one another, each with 64 callers at once, round after round',
    unseen: 'races of other requests; of several processes: one process has all the state',
    what: 'races',
  },
  {
    shows: 'Rate limiter against a naive model',
    covers: 'histories of requests and clock moves over every budget and window',
    unseen: 'several accounts at once; how exact the clock of a machine is',
    what: 'limits',
  },
  {
    shows: 'Rounds of kill -9 under load, refused files, full disk',
    covers: 'kill -9 at random moments of tags, volumes, domain records, droplets, actions and projects; refused files; a full disk',
    unseen: 'power failures; disks that lie; other kinds of writes',
    what: 'crash',
  },
  {
    shows: 'Requests drawn from the specification: good, broken, hostile',
    covers: 'operations × kinds of input (good, broken in one place, hostile); operations that were answered with a success are `answered`',
    unseen: 'whether a success is the right one beyond its schema and what is read back; orders of requests longer than its own',
    what: 'fuzz',
    args: ['--cases', '250000'],
  },
  {
    shows: 'Bytes that are no good requests',
    covers: 'kinds of bytes on a connection: unreadable messages, bodies, addresses, slow and endless senders',
    unseen: 'attacks through a proxy that reads the same bytes differently; floods larger than one machine makes',
    what: 'hostile',
  },
  {
    shows: 'The worst bodies that schemas allow, and lists of much: none holds the others up',
    covers:
      'places of every body × the worst for their type at 64 kB, 256 kB and 1 MB; every read over 10,000 of each kind, or as many as the platform allows, and again when a year has passed, or as many `days` of it as five minutes compute; one more of each kind beside them',
    unseen:
      'several bad places in one body; changes and deletions where there is much; the first bill after a start, which reads all that was ever used; control plane and pages of the authorization server; kinds that the platform limits to a few; the time is what the thread computes, not what it waits for its turn or for the disk',
    what: 'cost',
  },
  {
    shows: 'What concurrent clients of three replicas see has one order that explains it',
    covers: 'histories of registers, counters, names, codes, refresh tokens and budgets, each through a random balancer',
    unseen: 'orders that did not come about; operations of other kinds; more replicas',
    what: 'linear',
    args: ['--replicas', '3'],
  },
  {
    shows: 'Faults under load of three replicas and their Postgres: nothing lost, done twice or aged',
    covers: 'kinds of faults × rounds, while clients write through a balancer',
    unseen: 'two faults at once; networks of several machines; what Postgres itself does wrong',
    what: 'replicas',
    args: ['--replicas', '3'],
  },
  {
    shows: 'Ten minutes of mixed load',
    covers: 'reads, lists, creations and deletions by eight connections: answers, memory, descriptors, the log and the end on SIGTERM',
    unseen: 'leaks slower than the bound within the time; other kinds of requests; other systems than Linux',
    what: 'soak',
  },
  {
    shows: 'Every operation with the examples of the specification, judged by Prism too',
    covers: 'every operation × every example of the specification',
    unseen: 'values beside the examples; more than one order of requests',
    what: 'examples',
    args: ['--proxy'],
  },
  {
    shows: 'Samples of the reference, pasted into a fresh sandbox',
    covers: 'every operation × its samples in curl, fetch and the client: each compiles and gets the documented success',
    unseen: 'other values than those of the sample; what a reader changes',
    what: 'samples',
  },
  {
    shows: 'Questions whose page the search of the reference finds first',
    covers: 'questions written by people, each with the page that it means',
    unseen: 'questions that nobody wrote down',
    what: 'search',
  },
  {
    shows: 'Arazzo journeys',
    covers: 'the Arazzo workflows, every step and every criterion',
    unseen: 'what no workflow says',
    what: 'journeys',
  },
  {
    shows: 'Every database tool over stdio and HTTP',
    covers: 'every database tool × both transports × both revisions, in one story',
    unseen: 'what a model makes of the answers',
    what: 'mcp',
    args: ['journey'],
  },
  {
    shows: 'Arguments that the tools must refuse or take',
    covers: 'every tool × arguments that its schema takes or forbids',
    unseen: 'arguments whose fault only the platform knows',
    what: 'mcp',
    args: ['arguments'],
  },
  {
    shows: 'Conformance suite of the Model Context Protocol',
    covers: 'the scenarios of the suite that need nothing of its own; a few of many',
    unseen:
      'everything that the others look at: they call tools, prompts and resources that only the suite’s own server has; packages/mcp has tests of the transport for it',
    what: 'mcp',
    args: ['conformance'],
  },
  {
    shows: 'Unmodified clients of the platform that are no npm packages',
    covers: 'unmodified clients of others × what they were told to do',
    unseen: 'what these clients do not use; other versions of them',
    what: 'clients',
    args: ['--install'],
  },
  {
    shows: 'Recipes of the client with other libraries and runtimes',
    covers: 'every recipe, run against the sandbox; those without their runtime here are `skipped`',
    unseen: 'other versions of these libraries; real models behind them',
    what: 'recipes',
  },
  {
    shows: 'Documents that generators and importers of others take',
    covers: 'five tools as npm has them × four documents: every operation is in what they make, and it compiles',
    unseen: 'other tools, those in Java among them; what is made is not called',
    what: 'openapi',
  },
  {
    shows: 'Packages as they would be published',
    covers: 'every package: packed, published to a registry on loopback, installed and used',
    unseen: 'the real registry, and what it does to a package',
    what: 'release',
  },
]

export const writeCommand = ({ what, args = [] }: Proof): string => ['pnpm', 'prove', what, ...args].join(' ')
