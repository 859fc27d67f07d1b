/** What a security scan looks for, in words. What breaks a rule is decided in `families/security/`. */
export interface SecurityRuleEntry {
  readonly uuid: string
  readonly name: string
  readonly severity: 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW'
  /** `advanced` rules follow from several resources together, and only that tier looks at them. */
  readonly tier: 'basic' | 'advanced'
  readonly details: string
  readonly impact: string
  readonly technical: string
  readonly steps: readonly (readonly [title: string, description: string])[]
}

export const securityRules = {
  openSsh: {
    uuid: '1a9c3f5e-7b2d-4680-91e4-c5d7a8b0f201',
    name: 'SSH open to the internet',
    severity: 'CRITICAL',
    tier: 'basic',
    details: 'Port 22 accepts connections from every address.',
    impact: 'Whoever guesses a password controls the server and everything on it.',
    technical: 'An inbound rule of a firewall allows tcp/22 from 0.0.0.0/0 or ::/0.',
    steps: [
      ['Limit the sources', 'Allow port 22 only from the addresses that you work from.'],
      ['Turn passwords off', 'Set PasswordAuthentication to no and sign in with keys.'],
    ],
  },
  openDatabase: {
    uuid: '1a9c3f5e-7b2d-4680-91e4-c5d7a8b0f203',
    name: 'Database open to the internet',
    severity: 'CRITICAL',
    tier: 'basic',
    details: 'The cluster accepts connections from every address.',
    impact: 'A password that leaks is enough to read and delete everything that is stored.',
    technical: 'The cluster has no trusted sources, or one of them is every address.',
    steps: [['Name the trusted sources', 'Add the droplets, clusters, apps or addresses that need the database, and nothing else.']],
  },
  noFirewall: {
    uuid: '1a9c3f5e-7b2d-4680-91e4-c5d7a8b0f204',
    name: 'No firewall',
    severity: 'HIGH',
    tier: 'basic',
    details: 'Every port of a droplet with a public address can be reached.',
    impact: 'A service that was meant for the inside only can be attacked from everywhere.',
    technical: 'No firewall names the droplet or one of its tags, and it has a public address.',
    steps: [
      ['Make a firewall', 'Allow only the ports that visitors need.'],
      ['Cover the droplet', 'Add the droplet, or a tag that it carries.'],
    ],
  },
  plainBalancer: {
    uuid: '1a9c3f5e-7b2d-4680-91e4-c5d7a8b0f205',
    name: 'Load balancer without TLS',
    severity: 'HIGH',
    tier: 'basic',
    details: 'Visitors are served without encryption.',
    impact: 'Whoever is on the way between can read passwords and change pages.',
    technical: 'A forwarding rule takes plain HTTP, and HTTP is not redirected to HTTPS.',
    steps: [
      ['Get a certificate', 'Make one for the names of the load balancer.'],
      ['Redirect', 'Add a rule for HTTPS and redirect HTTP to it.'],
    ],
  },
  noBackups: {
    uuid: '1a9c3f5e-7b2d-4680-91e4-c5d7a8b0f202',
    name: 'No backups',
    severity: 'MEDIUM',
    tier: 'basic',
    details: 'The droplet has neither backups nor a snapshot of the last month.',
    impact: 'What is lost with the droplet stays lost.',
    technical: 'Backups are off, and there is no snapshot younger than 30 days.',
    steps: [['Turn backups on', 'Choose a daily or a weekly plan for the droplet.']],
  },
  openControlPlane: {
    uuid: '1a9c3f5e-7b2d-4680-91e4-c5d7a8b0f206',
    name: 'Control plane open to the internet',
    severity: 'MEDIUM',
    tier: 'basic',
    details: "The cluster's API server answers every address.",
    impact: 'A credential that leaks can be used from anywhere.',
    technical: 'The firewall of the control plane is off.',
    steps: [['Turn the firewall on', 'Allow only the addresses that the cluster is managed from.']],
  },
  singleNode: {
    uuid: '1a9c3f5e-7b2d-4680-91e4-c5d7a8b0f207',
    name: 'Database without standby',
    severity: 'LOW',
    tier: 'basic',
    details: 'The cluster has one node only.',
    impact: 'While that node fails nothing can be read or written.',
    technical: 'The number of nodes is 1.',
    steps: [['Add a node', 'Resize the cluster to two nodes or more.']],
  },
  noUpgrades: {
    uuid: '1a9c3f5e-7b2d-4680-91e4-c5d7a8b0f208',
    name: 'No automatic upgrades',
    severity: 'LOW',
    tier: 'basic',
    details: 'Patches are installed only when somebody asks for them.',
    impact: 'A hole that is known stays open longer than it must.',
    technical: 'Automatic upgrades are off.',
    steps: [['Turn automatic upgrades on', 'Choose a maintenance window that suits the visitors.']],
  },
  pathToDatabase: {
    uuid: '1a9c3f5e-7b2d-4680-91e4-c5d7a8b0f209',
    name: 'Path from the internet to a database',
    severity: 'CRITICAL',
    tier: 'advanced',
    details: 'A droplet that anybody can reach is trusted by a database.',
    impact: 'Whoever gets into the droplet has the data too.',
    technical: 'The droplet has no firewall or its SSH is open, and a cluster names it or one of its tags as a trusted source.',
    steps: [
      ['Close the droplet', 'Put a firewall in front of it that allows only what visitors need.'],
      ['Trust less', 'Take the droplet out of the trusted sources if it does not need the database.'],
    ],
  },
} as const satisfies Record<string, SecurityRuleEntry>

export type SecurityRuleName = keyof typeof securityRules

/** The gravest first. */
const severities = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW']

export const rankOf = (severity: unknown): number => severities.indexOf(String(severity))
