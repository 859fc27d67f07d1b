/** Everything the account has: families, lists, objects, and the forms that make and change them. */
import { useSpecification } from '../data/specification.ts'
import { useRoute } from '../shell/router.ts'
import { CallForm } from './resources/call-form.tsx'
import { Families } from './resources/families.tsx'
import { ObjectList } from './resources/object-list.tsx'
import { ObjectPage } from './resources/object-page.tsx'

/** `#/resources/Domain/example.com/DomainRecord/12`: kinds and ids in turn. */
export function View() {
  const { steps, query } = useRoute()
  const specification = useSpecification()
  const [, first, ...rest] = steps
  if (!specification) return <p class="waiting">Loading the specification …</p>
  if (first === undefined) return <Families specification={specification} />
  if (first === 'call') {
    const [id = ''] = rest
    return (
      <CallForm key={location.hash} specification={specification} id={id} ids={query.getAll('id')} verb={query.get('verb') ?? undefined} />
    )
  }
  const chain = [first, ...rest]
  return chain.length % 2 === 1 ? (
    <ObjectList key={chain.join('/')} specification={specification} chain={chain} />
  ) : (
    <ObjectPage key={chain.join('/')} specification={specification} chain={chain} />
  )
}
