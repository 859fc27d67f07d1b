'use server'

import { createCloud, isUnprocessable } from '@spindrift/client'
import { revalidatePath } from 'next/cache'

export interface OrderResult {
  readonly message: string
}

/** Creates a volume on the server, which has the token. Returns the message of a validation error to the form. */
export async function orderVolume(_previous: OrderResult, form: FormData): Promise<OrderResult> {
  try {
    const name = String(form.get('name'))
    const { volume } = await createCloud().volumes.create({ name, region: 'nyc3', size_gigabytes: Number(form.get('gib')) })
    revalidatePath('/')
    return { message: `Created ${volume.name}.` }
  } catch (error) {
    if (isUnprocessable(error)) return { message: error.message }
    throw error
  }
}
