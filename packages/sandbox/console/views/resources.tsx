/** Resources of the account: families, lists, objects and request forms. */
import { useSpecification } from '../data/specification.ts'
import { useRoute } from '../shell/router.ts'
import { CallForm } from './resources/call-form.tsx'
import { Families } from './resources/families.tsx'
import { ObjectList } from './resources/object-list.tsx'
import { ObjectPage } from './resources/object-page.tsx'

/** Routes like `#/resources/Domain/example.com/DomainRecord/12`, which alternate kinds and ids. */
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
