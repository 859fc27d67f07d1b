/** Everything that `spindrift-sandbox start` can be told. Flags, variables, the configuration file, help, `config` and the README follow from it. */
import { defaultHost, defaultLog, defaultPort, defaultReference, isPostgres, type StartOptions } from '../../options.ts'
import {
  choose,
  readAddress,
  readBaseUrl,
  readCount,
  readControlToken,
  readFile,
  readHostName,
  readMebibytes,
  readOrigin,
  readProxy,
  readPort,
  readReferenceUrl,
  readSeconds,
  readSwitch,
  readText,
  readWorld,
} from '../read-flags.ts'
import { isWorldName, worldNames } from '../../worlds/find-image.ts'
import type { Settings, ValuesOf } from './setting.ts'

export const startSettings = {
  port: {
    name: 'port',
    short: 'p',
    takes: 'number',
    read: readPort,
    otherwise: String(defaultPort),
    about: 'port to listen on, 0 for any that is free',
    // Kubernetes sets it so beside a service that is named like the variable.
    foreign: /^tcp:\/\//,
  },
  host: {
    name: 'host',
    takes: 'address',
    read: readAddress,
    otherwise: defaultHost,
    about: 'address to listen on, 0.0.0.0 or :: for all of this machine; beyond loopback, /_sandbox takes the control token',
  },
  baseUrl: {
    name: 'base-url',
    takes: 'url',
    read: readBaseUrl,
    about: 'where clients find it behind a proxy, for example https://sandbox.example.com: links and pages lead there',
  },
  allowedHosts: {
    name: 'allowed-host',
    takes: 'name',
    read: readHostName,
    repeats: true,
    about:
      'answer under this name as well, .example.com for all that end so; localhost and addresses need none where others than this machine are answered; can be given again',
  },
  trustedProxies: {
    name: 'trusted-proxy',
    takes: 'range',
    read: readProxy,
    repeats: true,
    about: 'believe the X-Forwarded-For, -Host and -Proto of this address or range, for example 10.0.0.0/8; can be given again',
  },
  controlToken: {
    name: 'control-token',
    takes: 'text',
    read: readControlToken,
    isSecret: true,
    variable: 'SPINDRIFT_CONTROL_TOKEN',
    about: 'what /_sandbox takes; made and printed at the start where one is needed and none is given',
  },
  tlsCert: {
    name: 'tls-cert',
    takes: 'file',
    read: readFile,
    isFile: true,
    about: 'answer HTTPS with this certificate, or chain, in PEM',
  },
  tlsKey: { name: 'tls-key', takes: 'file', read: readFile, isFile: true, about: 'its key' },
  tls: {
    name: 'tls',
    takes: 'self-signed',
    read: choose('self-signed'),
    about: 'answer HTTPS with a certificate that is made for this run; GET /_sandbox/ca.pem has the one that stands for it',
  },
  state: {
    name: 'state',
    takes: 'file|postgres://…',
    read: readFile,
    isFile: (text: string) => !isPostgres(text),
    about:
      'keep the state in this file, or in this Postgres database, which any number of sandboxes may share, each with its own request log and events, and which takes the package pg; without it, the state ends with the process',
  },
  durability: {
    name: 'durability',
    takes: 'full|normal',
    read: choose('full', 'normal'),
    otherwise: 'normal',
    about:
      'normal: every acknowledged write survives kill -9. full: every acknowledged write also survives a power failure (SQLite synchronous=FULL)',
  },
  seed: { name: 'seed', takes: 'text', read: readText, about: 'what every id and token follows from, to have the same again' },
  world: {
    name: 'world',
    takes: `${worldNames.join('|')}|file`,
    read: readWorld,
    // As names of worlds are no files.
    isFile: (text: string) => !isWorldName(text),
    otherwise: 'tidewater',
    about:
      'what is there on the first day: nothing, the bookshop of the examples, so that every sample of the reference works, or what a YAML file says; a state file keeps its own',
  },
  rateLimits: {
    name: 'rate-limits',
    takes: 'on|report|off',
    read: choose('on', 'report', 'off'),
    otherwise: 'on',
    about: 'refuse requests beyond the limits, only say how much is left, or neither',
  },
  actionSeconds: {
    name: 'action-seconds',
    takes: 'number',
    read: readSeconds,
    about: 'how long every action takes, instead of each its own time',
  },
  lag: {
    name: 'lag',
    takes: 'real|none',
    read: choose('real', 'none'),
    otherwise: 'none',
    about: 'show what was deleted, moved or switched off only after the seconds that it takes the platform, or at once',
  },
  controlOrigins: {
    name: 'control-origin',
    takes: 'url',
    read: readOrigin,
    repeats: true,
    about: 'let pages of this origin use /_sandbox from the browser, for example http://localhost:5173; can be given again',
  },
  referenceUrl: {
    name: 'reference-url',
    takes: 'url',
    read: readReferenceUrl,
    otherwise: defaultReference,
    about: 'where the reference is served, for example https://docs.example.com/cloud/: the console links to its pages',
  },
  requestLog: {
    name: 'request-log',
    takes: 'number',
    read: readCount,
    otherwise: String(defaultLog.most),
    about: 'how many requests /_sandbox/requests remembers, with their bodies and what they changed; 0 for none',
  },
  requestLogMb: {
    name: 'request-log-mb',
    takes: 'number',
    read: readMebibytes,
    otherwise: String(defaultLog.mebibytes),
    about: 'and how many mebibytes they may take',
  },
  log: { name: 'log', read: readSwitch, about: 'print a line for every request' },
  open: { name: 'open', read: readSwitch, about: 'show the overview page in the browser' },
  json: { name: 'json', read: readSwitch, about: 'print the start as one JSON line' },
} as const satisfies Settings & Partial<Record<keyof StartOptions, unknown>>

export type StartSettings = ValuesOf<typeof startSettings>
