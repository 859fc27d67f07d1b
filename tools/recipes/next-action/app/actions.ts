'use server'

import { createCloud, isUnprocessable } from '@spindrift/client'
import { revalidatePath } from 'next/cache'

export interface Ordered {
  readonly message: string
}

/** Runs on the server, where the token is. What the form's user may see of a refusal is its message. */
export async function orderVolume(_before: Ordered, form: FormData): Promise<Ordered> {
  try {
    const name = String(form.get('name'))
    const { volume } = await createCloud().volumes.create({ name, region: 'nyc3', size_gigabytes: Number(form.get('gib')) })
    revalidatePath('/')
    return { message: `${volume.name} is there.` }
  } catch (error) {
    if (isUnprocessable(error)) return { message: error.message }
    throw error
  }
}
