/** A single module of undici: the whole package includes `fetch` and caches, which are only needed with a proxy. */
declare module 'undici/lib/dispatcher/pool.js' {
  export { Pool as default } from 'undici'
}
