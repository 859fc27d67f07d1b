import { createPathClient } from '@spindrift/client/paths'
import type { paths } from '@spindrift/types/account/paths'

const api = createPathClient<paths>({ retry: { retries: 5 } })

const { data, error } = await api.GET('/v2/account')
console.log(data?.account.status ?? error?.message)
