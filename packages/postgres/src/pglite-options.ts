import { PGlite } from '@electric-sql/pglite'
import { superuser } from './server.ts'

/** Database in the template, and of a new cluster. */
export const defaultDatabase = 'defaultdb'

/** Makes the database of initdb the default one. */
export const createDefaultDatabase = `ALTER DATABASE ${superuser} RENAME TO ${defaultDatabase}`

/** Parameters of PGlite, but with the usual search path, and with 8 instead of 128 MB of buffers. */
export const startParams = [
  ...PGlite.defaultStartParams.join(' ').replace('-c search_path=public ', '').split(' '),
  '-c',
  'shared_buffers=8MB',
]

/** Extensions that databases can create, besides PL/pgSQL. */
export const extensionNames = [
  'btree_gin',
  'btree_gist',
  'citext',
  'fuzzystrmatch',
  'hstore',
  'ltree',
  'pg_trgm',
  'pgcrypto',
  'tablefunc',
  'unaccent',
  'uuid_ossp',
]
