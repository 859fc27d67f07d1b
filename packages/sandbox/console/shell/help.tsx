import { Dialog } from './dialog.tsx'
import { views } from './views.ts'

export function Help({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <h2>Keys</h2>
      <table class="plain">
        <tbody>
          <Key keys={['/']} does="Search views, kinds, objects and operations" />
          <Key keys={['?']} does="This help" />
          <Key keys={['Esc']} does="Close what is open" />
          {views.map(({ key, title, name }) => (
            <Key key={name} keys={['g', key]} does={title} />
          ))}
        </tbody>
      </table>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </Dialog>
  )
}

function Key({ keys, does }: { readonly keys: readonly string[]; readonly does: string }) {
  return (
    <tr>
      <th scope="row">
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </th>
      <td>{does}</td>
    </tr>
  )
}
