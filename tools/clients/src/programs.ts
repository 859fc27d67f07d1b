/** Clients that `npm install` does not install. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseLines, parsePlaybook, parseBuildSteps } from './parse-cases.ts'
import { toolServer } from './tool-server-program.ts'
import type { Program } from './program.ts'

const folder = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url))
const python = '/usr/bin/python3'
const packages = '/usr/lib/python3/dist-packages'
const sources = '/usr/share/gocode'
const goPrograms = ['main', 'report', 'account', 'databases', 'droplets', 'kubernetes', 'network', 'projects', 'storage']

const forPython: Program['environment'] = ({ url, token }) => ({
  DIGITALOCEAN_END_POINT: `${url}/v2/`,
  DIGITALOCEAN_ACCESS_TOKEN: token,
  PYTHONDONTWRITEBYTECODE: '1',
})

export const programs: readonly Program[] = [
  {
    name: 'go',
    requirements: [
      { file: '/usr/bin/go', install: 'golang-go' },
      { file: `${sources}/src/github.com/digitalocean/godo`, install: 'golang-github-digitalocean-godo-dev' },
    ],
    command: ['/usr/bin/go', 'run', ...goPrograms.map((name) => `${name}.go`)],
    folder: folder('go'),
    environment: ({ url, token }) => ({ PLATFORM_URL: url, PLATFORM_TOKEN: token, GO111MODULE: 'off', GOPATH: sources, GOFLAGS: '' }),
    parseOutput: parseLines,
  },
  {
    name: 'python',
    requirements: [
      { file: python, install: 'python3' },
      { file: `${packages}/digitalocean`, install: 'python3-digitalocean' },
    ],
    command: [python, 'use_platform.py'],
    folder: folder('python'),
    environment: forPython,
    parseOutput: parseLines,
  },
  {
    name: 'certbot',
    requirements: [
      { file: python, install: 'python3' },
      { file: `${packages}/certbot_dns_digitalocean`, install: 'python3-certbot-dns-digitalocean' },
    ],
    command: [python, 'use_certbot.py'],
    folder: folder('python'),
    environment: forPython,
    parseOutput: parseLines,
  },
  {
    name: 'libcloud',
    requirements: [
      { file: python, install: 'python3' },
      { file: `${packages}/libcloud`, install: 'python3-libcloud' },
    ],
    command: [python, 'use_libcloud.py'],
    folder: folder('python'),
    environment: forPython,
    parseOutput: parseLines,
  },
  {
    name: 'lexicon',
    requirements: [
      { file: `${packages}/digitalocean`, install: 'python3-digitalocean' },
      { file: `${packages}/lexicon`, install: 'python3-lexicon' },
    ],
    command: [python, 'use_lexicon.py'],
    folder: folder('python'),
    environment: forPython,
    parseOutput: parseLines,
  },
  {
    name: 'packer',
    requirements: [{ file: '/usr/bin/packer', install: 'packer' }],
    command: ['/usr/bin/packer', 'build', '-machine-readable', 'make-image.json'],
    folder: folder('packer'),
    environment: ({ url, token }) => ({ PLATFORM_URL: url, PLATFORM_TOKEN: token, CHECKPOINT_DISABLE: '1' }),
    parseOutput: parseBuildSteps,
  },
  {
    name: 'ansible',
    requirements: [{ file: '/usr/bin/ansible-playbook', install: 'ansible' }],
    command: ['/usr/bin/ansible-playbook', '-i', 'localhost,', '-e', `ansible_python_interpreter=${python}`, 'use_platform.yml'],
    folder: folder('ansible'),
    environment: ({ url, token }) => ({ PLATFORM_URL: url, PLATFORM_TOKEN: token, ANSIBLE_STDOUT_CALLBACK: 'json' }),
    parseOutput: parsePlaybook,
  },
  toolServer,
]

/** Describes missing files and how to install them. @returns undefined if the client can run */
export function findMissing({ name, requirements }: Program): string | undefined {
  const missing = requirements.filter(({ file }) => !existsSync(file))
  if (missing.length === 0) return undefined
  const installs = missing.map(({ install }) => install)
  const systemPackages = installs.filter((install) => !install.includes(' '))
  const commands = [
    ...installs.filter((install) => install.includes(' ')),
    ...(systemPackages.length === 0 ? [] : [`apt-get install ${systemPackages.join(' ')}`]),
  ]
  return `${name}: ${missing.map(({ file }) => file).join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing; run ${commands.join(' and ')}`
}
