/** TanStack Query with the resource API: reads complete lists, waits for actions and checks error classes. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createCloud, isNotFound } from '@spindrift/client'
import { platform } from './platform.ts'

const cloud = createCloud(platform)
const queryKey = ['droplets', { tag_name: 'storefront' }]

export function Droplets() {
  const queries = useQueryClient()
  const droplets = useQuery({ queryKey, queryFn: ({ signal }) => cloud.droplets.list({ tag_name: 'storefront' }, { signal }).toArray() })
  const powerOff = useMutation({
    mutationFn: async (id: number) => cloud.droplets.actions.powerOff(id).wait(),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  if (droplets.isPending) return <p>Loading…</p>
  if (droplets.error) return <p role="alert">{droplets.error.message}</p>
  return (
    <section aria-label="Droplets">
      {powerOff.error && <p role="alert">{isNotFound(powerOff.error) ? 'The droplet no longer exists.' : powerOff.error.message}</p>}
      <ul>
        {droplets.data.map(({ id, name, status }) => (
          <li key={id}>
            {name} is {status}{' '}
            <button disabled={powerOff.isPending || status === 'off'} onClick={() => powerOff.mutate(id)}>
              Power off
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
