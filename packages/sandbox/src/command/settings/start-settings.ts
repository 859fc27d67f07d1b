/** Settings of `spindrift-sandbox start`: source of the flags, variables, configuration file, help, `config` and the table of the README. */
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
    about: 'port to listen on; 0 for any free port',
    // Kubernetes sets it so beside a service that is named like the variable.
    foreign: /^tcp:\/\//,
  },
  host: {
    name: 'host',
    takes: 'address',
    read: readAddress,
    otherwise: defaultHost,
    about: 'address to listen on; 0.0.0.0 or :: for all; beyond loopback, /_sandbox needs the control token',
  },
  baseUrl: {
    name: 'base-url',
    takes: 'url',
    read: readBaseUrl,
    about: 'public URL behind a proxy, for links and pages, for example https://sandbox.example.com',
  },
  allowedHosts: {
    name: 'allowed-host',
    takes: 'name',
    read: readHostName,
    repeats: true,
    about: 'host name to answer to, .example.com for all subdomains; localhost and IP addresses are always allowed; repeatable',
  },
  trustedProxies: {
    name: 'trusted-proxy',
    takes: 'range',
    read: readProxy,
    repeats: true,
    about: 'address or range whose X-Forwarded-For, -Host and -Proto are used, for example 10.0.0.0/8; repeatable',
  },
  controlToken: {
    name: 'control-token',
    takes: 'text',
    read: readControlToken,
    isSecret: true,
    variable: 'SPINDRIFT_CONTROL_TOKEN',
    about: 'token for /_sandbox; generated and printed if one is needed',
  },
  tlsCert: {
    name: 'tls-cert',
    takes: 'file',
    read: readFile,
    isFile: true,
    about: 'serve HTTPS with this certificate or chain (PEM)',
  },
  tlsKey: { name: 'tls-key', takes: 'file', read: readFile, isFile: true, about: 'private key of the certificate (PEM)' },
  tls: {
    name: 'tls',
    takes: 'self-signed',
    read: choose('self-signed'),
    about: 'serve HTTPS with a certificate generated for this run; GET /_sandbox/ca.pem returns its CA',
  },
  state: {
    name: 'state',
    takes: 'file|postgres://…',
    read: readFile,
    isFile: (text: string) => !isPostgres(text),
    about:
      'state file, or Postgres database shared by several sandboxes, each with its own request log and events (needs the package pg); default: in memory',
  },
  durability: {
    name: 'durability',
    takes: 'full|normal',
    read: choose('full', 'normal'),
    otherwise: 'normal',
    about: 'normal: acknowledged writes survive kill -9; full: also a power failure (SQLite synchronous=FULL)',
  },
  seed: { name: 'seed', takes: 'text', read: readText, about: 'seed of all ids and tokens, for the same values in every run' },
  world: {
    name: 'world',
    takes: `${worldNames.join('|')}|file`,
    read: readWorld,
    // As names of worlds are no files.
    isFile: (text: string) => !isWorldName(text),
    otherwise: 'tidewater',
    about: 'seed data: nothing, the bookshop of the reference samples, or a YAML file; a state file keeps its world',
  },
  rateLimits: {
    name: 'rate-limits',
    takes: 'on|report|off',
    read: choose('on', 'report', 'off'),
    otherwise: 'on',
    about: 'enforce rate limits, only report them in headers, or neither',
  },
  actionSeconds: {
    name: 'action-seconds',
    takes: 'number',
    read: readSeconds,
    about: 'duration of every action; default: about as long as on the platform',
  },
  lag: {
    name: 'lag',
    takes: 'real|none',
    read: choose('real', 'none'),
    otherwise: 'none',
    about: 'real: add the propagation delays of the platform, to test retries',
  },
  controlOrigins: {
    name: 'control-origin',
    takes: 'url',
    read: readOrigin,
    repeats: true,
    about: 'origin of pages that may call /_sandbox, for example http://localhost:5173; repeatable',
  },
  referenceUrl: {
    name: 'reference-url',
    takes: 'url',
    read: readReferenceUrl,
    otherwise: defaultReference,
    about: 'URL of the reference site, for links in the console',
  },
  requestLog: {
    name: 'request-log',
    takes: 'number',
    read: readCount,
    otherwise: String(defaultLog.max),
    about: 'number of requests that /_sandbox/requests keeps, with bodies and changes; 0 for none',
  },
  requestLogMb: {
    name: 'request-log-mb',
    takes: 'number',
    read: readMebibytes,
    otherwise: String(defaultLog.mebibytes),
    about: 'maximum size of these requests in MiB',
  },
  log: { name: 'log', read: readSwitch, about: 'print a line for every request' },
  open: { name: 'open', read: readSwitch, about: 'open the console in the browser' },
  json: { name: 'json', read: readSwitch, about: 'print the start message as one JSON line' },
} as const satisfies Settings & Partial<Record<keyof StartOptions, unknown>>

export type StartSettings = ValuesOf<typeof startSettings>
