'use client'

import { useActionState } from 'react'
import { orderVolume } from './actions'

export function OrderForm() {
  const [{ message }, order, isPending] = useActionState(orderVolume, { message: '' })
  return (
    <form action={order}>
      <input name="name" aria-label="Name" required />
      <input name="gib" aria-label="GiB" type="number" defaultValue={100} />
      <button disabled={isPending}>Order</button>
      <output>{message}</output>
    </form>
  )
}
