/** openapi-react-query with the path API, and the types of one family. */
import { useQueryClient } from '@tanstack/react-query'
import { createPathClient } from '@spindrift/client/paths'
import type { paths } from '@spindrift/types/volumes/paths'
import createQueries from 'openapi-react-query'
import { platform } from './platform.ts'

const api = createQueries(createPathClient<paths>(platform))

export function Volumes() {
  const queries = useQueryClient()
  const volumes = api.useQuery('get', '/v2/volumes', { params: { query: { region: 'nyc3' } } })
  const create = api.useMutation('post', '/v2/volumes', {
    onSuccess: () => queries.invalidateQueries({ queryKey: ['get', '/v2/volumes'] }),
  })
  return (
    <form
      aria-label="Volumes"
      action={(form) => create.mutate({ body: { name: String(form.get('name')), region: 'nyc3', size_gigabytes: 100 } })}
    >
      <output>{volumes.data?.volumes.map(({ name, size_gigabytes: gib }) => `${name}: ${gib} GiB`).join(', ') || 'No volumes'}</output>
      {create.error && <p role="alert">{create.error.message}</p>}
      <input name="name" aria-label="Name" />
      <button>Create</button>
    </form>
  )
}
