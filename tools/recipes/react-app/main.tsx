import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { Droplets } from './droplets.tsx'
import { Volumes } from './volumes.tsx'

// The client retries by itself, and only requests that are safe to repeat.
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })

createRoot(document.querySelector('main')!).render(
  <QueryClientProvider client={client}>
    <Droplets />
    <Volumes />
  </QueryClientProvider>,
)
