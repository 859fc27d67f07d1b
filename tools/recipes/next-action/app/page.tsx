import { createCloud } from '@spindrift/client'
import { connection } from 'next/server'
import { OrderForm } from './order-form'

export default async function Page() {
  // Renders the page for each request, not at build time.
  await connection()
  const volumes = await createCloud().volumes.list().toArray()
  return (
    <main>
      <ul>
        {volumes.map(({ id, name, size_gigabytes: gib }) => (
          <li key={id}>
            {name}: {gib} GiB
          </li>
        ))}
      </ul>
      <OrderForm />
    </main>
  )
}
