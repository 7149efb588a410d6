/** The fastest that node:http can be: answers everything with the bytes from standard input, prints its port. */
import { buffer } from 'node:stream/consumers'
import { serveBytes } from './machine'

console.log(await serveBytes(await buffer(process.stdin)))
