/** All measurements: `npm run bench`. Build first; the figures of a quiet machine belong into docs/performance.md. */
import { measureHome } from './home'
import { machine } from './machine'

console.log(machine())
await measureHome()
