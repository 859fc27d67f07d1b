/** Every command that shows that something holds, with the budget of the figures that are quoted. */
export interface Proof {
  /** What it shows, for a reader. */
  readonly shows: string
  readonly script: string
  readonly args?: readonly string[]
}

export const proofs: readonly Proof[] = [
  { shows: 'Sentences of the contract that a test shows', script: 'rules' },
  { shows: 'Operations that the sandbox answers, none with 501', script: 'sandbox:coverage' },
  { shows: 'Checklist of the authorization server, a test a line', script: 'oauth' },
  { shows: 'What the platform was seen to answer, a request a row', script: 'prove', args: ['observed'] },
  { shows: 'What is sent comes back, and nothing else does', script: 'prove', args: ['stable'] },
  { shows: 'Operations that ask for exactly their fine-grained scopes', script: 'prove', args: ['scopes'] },
  { shows: 'Waits of the client beside the states of the sandbox', script: 'prove', args: ['lifecycles'] },
  { shows: 'Races of 64 callers: exactly the allowed winners', script: 'races' },
  { shows: 'Rate limiter against a naive model', script: 'limits' },
  { shows: 'Rounds of kill -9 under load, refused files, full disk', script: 'crash' },
  {
    shows: 'Losses of power under load: none of what was acknowledged with full, none in silence with normal',
    script: 'prove',
    args: ['power'],
  },
  { shows: 'Requests drawn from the specification: good, broken, hostile', script: 'fuzz', args: ['--cases', '250000'] },
  { shows: 'Bytes that are no good requests', script: 'hostile' },
  { shows: 'Every operation with the examples of the specification, judged by Prism too', script: 'walk', args: ['--proxy'] },
  { shows: 'Stories told to Prism and the sandbox alike', script: 'stories' },
  { shows: 'The same through Prism’s proxy', script: 'stories', args: ['--proxy'] },
  { shows: 'Arazzo journeys', script: 'journeys' },
  { shows: 'Every database tool over stdio and HTTP', script: 'mcp', args: ['journey'] },
  { shows: 'Arguments that the tools must refuse or take', script: 'mcp', args: ['arguments'] },
  { shows: 'Conformance suite of the Model Context Protocol', script: 'mcp', args: ['conformance'] },
  {
    shows: 'Areas whose tests notice 95 of 100 changes of their sources, of a sample',
    script: 'prove',
    args: ['mutants', '--sample', '10'],
  },
  { shows: 'Unmodified clients of the platform that are no npm packages', script: 'clients' },
  { shows: 'Packages as they would be published', script: 'release:rehearse' },
]

export const writeCommand = ({ script, args = [] }: Proof): string => ['pnpm', script, ...args].join(' ')
