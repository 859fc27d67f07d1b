import type { NextConfig } from 'next'

// The workspace that this app is in has its packages further up.
export default { turbopack: { root: `${import.meta.dirname}/../../..` } } satisfies NextConfig
