import type { NextConfig } from 'next'

// The packages of the workspace are in a parent folder.
export default { turbopack: { root: `${import.meta.dirname}/../../..` } } satisfies NextConfig
