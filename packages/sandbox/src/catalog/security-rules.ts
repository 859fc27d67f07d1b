/** Descriptions of the rules of security scans. `families/security/` implements them. */
export interface SecurityRuleEntry {
  readonly uuid: string
  readonly name: string
  readonly severity: 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW'
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
    details: 'Port 22 accepts connections from every address.',
    impact: 'Whoever guesses a password controls the server and everything on it.',
    technical: 'An inbound rule of a firewall allows tcp/22 from 0.0.0.0/0.',
    steps: [
      ['Limit the sources', 'Allow port 22 only from the addresses that you work from.'],
      ['Turn passwords off', 'Set PasswordAuthentication to no and sign in with keys.'],
    ],
  },
  plainBalancer: {
    uuid: '1a9c3f5e-7b2d-4680-91e4-c5d7a8b0f205',
    name: 'Load balancer without TLS',
    severity: 'HIGH',
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
    details: 'The droplet has no backups.',
    impact: 'What is lost with the droplet stays lost.',
    technical: 'Backups are off.',
    steps: [['Turn backups on', 'Choose a daily or a weekly plan for the droplet.']],
  },
  singleNode: {
    uuid: '1a9c3f5e-7b2d-4680-91e4-c5d7a8b0f207',
    name: 'Database without standby',
    severity: 'LOW',
    details: 'The cluster has one node only.',
    impact: 'While that node fails nothing can be read or written.',
    technical: 'The number of nodes is 1.',
    steps: [['Add a node', 'Resize the cluster to two nodes or more.']],
  },
  noUpgrades: {
    uuid: '1a9c3f5e-7b2d-4680-91e4-c5d7a8b0f208',
    name: 'No automatic upgrades',
    severity: 'LOW',
    details: 'Patches are installed only when somebody asks for them.',
    impact: 'A hole that is known stays open longer than it must.',
    technical: 'Automatic upgrades are off.',
    steps: [['Turn automatic upgrades on', 'Choose a maintenance window that suits the visitors.']],
  },
} as const satisfies Record<string, SecurityRuleEntry>

export type SecurityRuleName = keyof typeof securityRules

/** Severities, the highest first. */
const severities = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW']

export const getSeverityRank = (severity: unknown): number => severities.indexOf(String(severity))
