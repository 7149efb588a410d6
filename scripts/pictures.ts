/* Renders the bitmap images in public/ for browsers and social networks: `npx tsx scripts/pictures.ts`. The sources
   are public/favicon.svg and scripts/pictures/*.svg. */
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const path = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url))
const png = (from: string, width: number, height = width) =>
	sharp(path(from), { density: 144 }).resize(width, height).png({ compressionLevel: 9, palette: true })

/* An .ico file is a directory of one entry and the PNG itself. */
function ico(picture: Buffer, size: number): Buffer {
	const head = Buffer.alloc(22)
	head.writeUInt16LE(1, 2)
	head.writeUInt16LE(1, 4)
	head.writeUInt8(size, 6)
	head.writeUInt8(size, 7)
	head.writeUInt16LE(1, 10)
	head.writeUInt16LE(32, 12)
	head.writeUInt32LE(picture.length, 14)
	head.writeUInt32LE(22, 18)
	return Buffer.concat([head, picture])
}

await writeFile(path('public/favicon.ico'), ico(await png('public/favicon.svg', 32).toBuffer(), 32))
await png('public/favicon.svg', 180).toFile(path('public/apple-touch-icon.png'))
await png('public/favicon.svg', 192).toFile(path('public/icon-192.png'))
await png('public/favicon.svg', 512).toFile(path('public/icon-512.png'))
await png('scripts/pictures/profile.svg', 240).toFile(path('public/images/profile.png'))
await png('scripts/pictures/open-graph.svg', 1200, 630).toFile(path('public/images/open-graph.png'))
