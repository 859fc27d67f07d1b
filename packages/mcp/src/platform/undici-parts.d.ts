/** A part of undici by its file: all of it is `fetch`, caches and more, which is not needed without a proxy. */
declare module 'undici/lib/dispatcher/pool.js' {
  export { Pool as default } from 'undici'
}
